import { encode } from 'uqr'

/** Width of the white margin around the code, in modules, as required by readers. */
const quiet = 4

/** A text as a QR code. Dark on white in both themes, because many readers need it. */
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
