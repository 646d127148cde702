//! The sales tax of each state.

use locations::model::State;
use rust_decimal::{Decimal, dec};

/// The tax rate in percent. IL, IN, NY, NJ, PA and WI have the console's defaults (LOC-24 in
/// `docs/requirements/locations.md`); the others have the states' general rates.
#[rustfmt::skip]
#[allow(clippy::enum_glob_use, reason = "fifty states read better bare")]
pub fn tax_rate(state: State) -> Decimal {
    use State::*;
    match state {
        IL | IN | NY | NJ | PA => dec!(2.25),
        WI | DE | MT | NH | OR => dec!(0),
        CO => dec!(2.9),
        AL | GA | WY => dec!(4),
        SD => dec!(4.2),
        MO => dec!(4.225),
        OK => dec!(4.5),
        NC => dec!(4.75),
        NM => dec!(4.875),
        LA | ND => dec!(5),
        VA => dec!(5.3),
        ME | NE => dec!(5.5),
        AZ => dec!(5.6),
        OH => dec!(5.75),
        DC | FL | IA | ID | KY | MD | MI | SC | VT | WV => dec!(6),
        UT => dec!(6.1),
        MA | TX => dec!(6.25),
        CT => dec!(6.35),
        AR | KS | WA => dec!(6.5),
        NV => dec!(6.85),
        MN => dec!(6.875),
        MS | RI | TN => dec!(7),
        CA => dec!(7.25),
    }
}
