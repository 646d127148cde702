import encodeQR from "qr";
import styles from "./security.module.css";

interface Props {
  readonly text: string;
  readonly label: string;
}

/** A QR code, dark on white in both color modes, because scanners need the contrast. */
export default function QrCode({ text, label }: Props) {
  const rows = encodeQR(text, "raw", { border: 2, ecc: "medium" });
  const size = rows.length;
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={squares.join("")} fill="black" />
    </svg>
  );
}
