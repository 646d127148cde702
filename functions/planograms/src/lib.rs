//! Planograms: which item lies in which slot of a layout, from which hour on.
