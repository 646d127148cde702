//! The daily forecast of items: uploaded as a file, viewed and edited by day.
