import { ArrowRight } from './icons.tsx'

/** One member before and after. */
interface MemberChange {
  name: string
  /** Label, if there is one. */
  title?: string
  before: unknown
  after: unknown
}

/** The changes of a record, one line per member. */
export function MemberChanges({ changes }: { changes: readonly MemberChange[] }) {
  if (changes.length === 0) return null
  return (
    <dl className="mt-1.5 grid grid-cols-[minmax(120px,200px)_1fr] gap-x-3 gap-y-0.5 text-[12px]">
      {changes.map(({ name, title, before, after }) => (
        <div key={name} className="contents">
          {title === undefined ? (
            <dt className="truncate font-mono text-[11px] leading-[18px] text-ink-3">{name}</dt>
          ) : (
            <dt className="truncate leading-[18px] text-ink-3" title={name}>
              {title}
            </dt>
          )}
          <dd className="flex min-w-0 items-baseline gap-1.5 [overflow-wrap:anywhere]">
            {isThere(before) && (
              <del className="line-clamp-3 text-ink-3" title={spoken(before)}>
                {spoken(before)}
              </del>
            )}
            {isThere(before) && <ArrowRight size={11} className="shrink-0 self-center text-ink-3" aria-label="→" />}
            <ins className="line-clamp-3 no-underline" title={spoken(after)}>
              {spoken(after)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined
}

function spoken(value: unknown): string {
  if (!isThere(value) || value === '') return '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
