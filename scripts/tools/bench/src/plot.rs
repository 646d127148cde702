//! A small line chart as SVG.

use std::fmt::Write;

/// The size of the chart and of its margins.
const SIZE: (f64, f64) = (720.0, 420.0);
const MARGINS: (f64, f64) = (70.0, 50.0);
/// Colors that are distinct for color-blind readers, on light and dark backgrounds.
const COLORS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/// A line of a chart. Coordinates must be positive.
pub(crate) struct Line<'a> {
    /// The name in the legend.
    pub(crate) name: &'a str,
    /// The points, from left to right.
    pub(crate) points: Vec<(f64, f64)>,
}

/// A chart with logarithmic axes that span whole decades. A straight line with slope 1 is linear growth.
pub(crate) fn log_log(title: &str, axes: (&str, &str), lines: &[Line<'_>]) -> String {
    let all = || lines.iter().flat_map(|line| &line.points);
    let (xs, ys) = (decades(all().map(|(x, _)| *x)), decades(all().map(|(_, y)| *y)));
    let (width, height) = SIZE;
    let (left, bottom) = MARGINS;
    let x = |value: f64| left + (value.log10() - xs.0) / (xs.1 - xs.0) * (width - left - 20.0);
    let y = |value: f64| height - bottom - (value.log10() - ys.0) / (ys.1 - ys.0) * (height - bottom - 60.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{left}\" y=\"22\" font-size=\"15\">{title}</text>\n"
    );
    let mut add = |text: String| {
        let _ = writeln!(svg, "{text}");
    };
    for value in steps(xs) {
        let at = x(value);
        add(format!(
            "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"#dddddd\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value}</text>",
            y(10_f64.powf(ys.0)),
            y(10_f64.powf(ys.1)),
            height - bottom + 18.0,
        ));
    }
    for value in steps(ys) {
        let at = y(value);
        add(format!(
            "<path d=\"M{:.1} {at:.1}H{:.1}\" stroke=\"#dddddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            x(10_f64.powf(xs.0)),
            x(10_f64.powf(xs.1)),
            left - 6.0,
            at + 4.0,
        ));
    }
    add(format!("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", width / 2.0, height - 10.0, axes.0));
    add(format!(
        "<text transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        height / 2.0,
        axes.1
    ));
    for (index, (line, color)) in lines.iter().zip(COLORS.iter().cycle()).enumerate() {
        let points: Vec<String> =
            line.points.iter().map(|(at, value)| format!("{:.1},{:.1}", x(*at), y(*value))).collect();
        let points = points.join(" ");
        let legend = left + 150.0 * f64::from(u32::try_from(index).unwrap_or_default());
        add(format!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <rect x=\"{legend}\" y=\"34\" width=\"12\" height=\"12\" fill=\"{color}\"/>\
             <text x=\"{}\" y=\"44\">{}</text>",
            legend + 18.0,
            line.name,
        ));
    }
    svg + "</svg>\n"
}

/// The exponents of the decades that contain all values.
fn decades(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let logs: Vec<f64> = values.filter(|value| *value > 0.0).map(f64::log10).collect();
    let first = logs.iter().copied().fold(f64::INFINITY, f64::min).floor();
    let last = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
    if first.is_finite() && last > first { (first, last) } else { (0.0, 1.0) }
}

/// The powers of ten of these exponents.
fn steps((first, last): (f64, f64)) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(first), |exponent| Some(exponent + 1.0))
        .take_while(move |exponent| *exponent <= last)
        .map(|exponent| 10_f64.powf(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axes_span_the_decades_of_the_values() {
        assert_eq!(decades([50.0, 2500.0].into_iter()), (1.0, 4.0));
        assert_eq!(decades([].into_iter()), (0.0, 1.0));
        assert_eq!(steps((-1.0, 1.0)).collect::<Vec<_>>(), [0.1, 1.0, 10.0]);
    }

    #[test]
    fn linear_growth_is_a_straight_line() {
        let points = vec![(10.0, 1.0), (100.0, 10.0), (1000.0, 100.0)];
        let svg = log_log("Growth", ("n", "ms"), &[Line { name: "a", points }]);
        assert!(svg.contains("points=\"70.0,370.0 385.0,215.0 700.0,60.0\""), "{svg}");
    }
}
