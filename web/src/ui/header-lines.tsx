/** Headers of a message, one per line. */
export function HeaderLines({ label, headers }: { label: string; headers: Readonly<Record<string, unknown>> }) {
  const lines = Object.entries(headers)
  if (lines.length === 0) return null
  return (
    <figure>
      <figcaption className="pb-1 text-[12px] text-ink-3">{label}</figcaption>
      <dl className="grid grid-cols-[150px_1fr] gap-x-3 gap-y-0.5 rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-[11.5px] leading-[17px]">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3 [overflow-wrap:anywhere]">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
