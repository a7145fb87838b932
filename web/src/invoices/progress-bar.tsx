/** Progress bar. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  const percent = total === 0 ? 0 : (done / total) * 100
  return (
    <div className="my-1.5 h-1.5 overflow-hidden rounded-full bg-pressed">
      <progress className="sr-only" aria-label={label} max={Math.max(total, 1)} value={done} />
      <div className="h-full bg-brand" style={{ width: `${percent}%` }} />
    </div>
  )
}
