//! The words from which names, streets and instructions are generated. The companies are invented.

use fastrand::Rng;
use locations::model::Vertical;

/// A random item of a list; `None` if the list is empty.
pub fn pick<T: Copy>(rng: &mut Rng, list: &[T]) -> Option<T> {
    rng.choice(list).copied()
}

/// A random word of a list; an empty text if the list is empty.
pub fn word(rng: &mut Rng, list: &[&'static str]) -> &'static str {
    pick(rng, list).unwrap_or_default()
}

/// The first names of drivers, which are part of the route names.
#[rustfmt::skip]
pub const DRIVERS: [&str; 60] = [
    "carlos", "tanya", "marcus", "priya", "devon", "elena", "jamal", "katie", "luis", "mei", "nadia", "omar", "paula",
    "quinn", "rosa", "sam", "teresa", "umar", "vera", "wes", "ximena", "yusuf", "zoe", "andre", "bianca", "cedric",
    "dana", "emilio", "fatima", "gus", "hannah", "ivan", "jade", "kofi", "lena", "miguel", "noor", "oscar", "petra",
    "ray", "silvia", "tomas", "uma", "victor", "wanda", "xavier", "yolanda", "zack", "amina", "brett", "chen", "diego",
    "eva", "felix", "grace", "hugo", "ines", "joel", "kim", "leo",
];

/// Common American street names.
#[rustfmt::skip]
const STREETS: [&str; 48] = [
    "Main St", "Oak St", "Maple Ave", "Washington St", "Park Ave", "Lake St", "Jefferson St", "Madison St", "Adams St",
    "Jackson Blvd", "Monroe St", "Lincoln Ave", "Franklin St", "Market St", "State St", "Broadway", "Church St",
    "Center St", "Union St", "River Rd", "Commerce Dr", "Corporate Blvd", "Industrial Pkwy", "Technology Dr",
    "Enterprise Way", "Innovation Way", "University Ave", "College Ave", "Hospital Dr", "Medical Center Dr",
    "Airport Rd", "Terminal Dr", "Harbor Blvd", "Highland Ave", "Hillside Ave", "Prospect Ave", "Elm St", "Cedar St",
    "Walnut St", "Chestnut St", "Spruce St", "Pine St", "Grand Ave", "Central Ave", "Summit Ave", "Liberty St",
    "Spring St", "Canal St",
];

/// The first parts of company names.
#[rustfmt::skip]
const COMPANIES: [&str; 64] = [
    "Lakeshore", "Prairie", "Summit", "Harbor", "Cedar Point", "Riverbend", "Northgate", "Westfield", "Eastbrook",
    "Southport", "Ironwood", "Silver Birch", "Blue Heron", "Red Oak", "Golden Gate", "Granite", "Keystone", "Beacon",
    "Compass", "Anchor", "Meridian", "Horizon", "Pinnacle", "Vantage", "Cornerstone", "Evergreen", "Fairview",
    "Glenwood", "Hawthorn", "Juniper", "Kingsley", "Larkspur", "Magnolia", "Newbury", "Orchard", "Pembroke",
    "Quarry Hill", "Rosewood", "Stonebridge", "Thornton", "Underhill", "Valley Forge", "Willow Creek", "Yorktown",
    "Ashland", "Bradford", "Carlisle", "Dunmore", "Ellsworth", "Fremont", "Galloway", "Hartwell", "Inverness",
    "Jasper", "Kendall", "Lexington", "Montrose", "Norwood", "Oakmont", "Preston", "Radcliffe", "Sheridan", "Trenton",
    "Wexford",
];

/// The spots in a building where a fridge can be.
#[rustfmt::skip]
const SPOTS: [&str; 16] = [
    "Main Lobby", "Cafeteria", "Break Room", "2nd Floor Kitchen", "3rd Floor Lounge", "East Wing", "West Wing",
    "Employee Lounge", "Ground Floor", "North Tower", "South Tower", "Fitness Center", "Conference Level",
    "5th Floor Pantry", "Visitor Center", "Staff Entrance",
];

/// The verticals of sites. Repeated verticals are more frequent.
#[rustfmt::skip]
const VERTICALS: [Vertical; 20] = [
    Vertical::Office, Vertical::Office, Vertical::Office, Vertical::Office, Vertical::Office, Vertical::Office,
    Vertical::Healthcare, Vertical::Healthcare, Vertical::Healthcare, Vertical::Healthcare, Vertical::Education,
    Vertical::Education, Vertical::ResidentialProperty, Vertical::ResidentialProperty, Vertical::BusinessAndIndustry,
    Vertical::BusinessAndIndustry, Vertical::Retail, Vertical::Airport, Vertical::TravelLeisure, Vertical::Other,
];

/// A random vertical of a site.
pub fn vertical(rng: &mut Rng) -> Vertical {
    match rng.u8(..100) {
        0 => Vertical::Testing,
        1 => Vertical::Marketing,
        _ => pick(rng, &VERTICALS).unwrap_or(Vertical::Office),
    }
}

/// The last parts of company names in a vertical.
fn name_suffixes(vertical: Vertical) -> &'static [&'static str] {
    match vertical {
        Vertical::Airport => &["Regional Airport", "Airport Terminal", "Air Cargo"],
        Vertical::BusinessAndIndustry => &["Distribution", "Manufacturing", "Logistics", "Packaging", "Foundry"],
        Vertical::Education => &["Community College", "University", "Law School", "School of Nursing", "Academy"],
        Vertical::Healthcare => &["Medical Center", "Hospital", "Clinic", "Children's Hospital", "Rehabilitation"],
        Vertical::Marketing => &["Showroom", "Pop-up"],
        Vertical::Office => {
            &["Partners", "Insurance", "Software", "Legal", "Capital", "Analytics", "Engineering", "Media"]
        }
        Vertical::Other => &["Community Center", "Library", "Courthouse"],
        Vertical::Retail => &["Outlets", "Hardware", "Furniture", "Market"],
        Vertical::TravelLeisure => &["Hotel", "Fitness Club", "Museum", "Travel Plaza"],
        Vertical::Testing => &["Test Kitchen", "Test Lab"],
        Vertical::ResidentialProperty => &["Apartments", "Lofts", "Residences", "Commons"],
    }
}

/// A random customer name.
pub fn customer(rng: &mut Rng, vertical: Vertical) -> String {
    format!("{} {}", word(rng, &COMPANIES), word(rng, name_suffixes(vertical)))
}

/// A random house number and street.
pub fn street(rng: &mut Rng) -> String {
    let direction = word(rng, &["", "", "N ", "S ", "E ", "W "]);
    format!("{} {direction}{}", rng.u32(100..9900), word(rng, &STREETS))
}

/// The spot of a site's fridge. The fridges of a site have different spots.
pub fn spot(site: u64, fridge: usize) -> &'static str {
    let index = usize::try_from(site).unwrap_or_default().wrapping_add(fridge) % SPOTS.len();
    SPOTS.get(index).copied().unwrap_or_default()
}

/// Random directions to a fridge.
pub fn directions(rng: &mut Rng, spot: &str) -> String {
    let enter = word(
        rng,
        &["Enter by the main doors", "Check in at the front desk", "Use the loading dock", "Park in the visitor lot"],
    );
    let then = word(rng, &["take the elevator", "follow the signs", "turn left after security", "go straight ahead"]);
    format!("{enter}, {then}; the fridge is at the {spot}.")
}
