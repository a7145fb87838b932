import { encode } from 'uqr'

/** Cells of white around the code, as readers need it. */
const quiet = 4

/** A text as a QR code: dark on white in either theme, because many readers want it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])))
    .join('')
  const whole = size + 2 * quiet
  return (
    <svg
      viewBox={`0 0 ${whole} ${whole}`}
      className="mx-auto size-44 rounded-md border border-line"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
