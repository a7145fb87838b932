import type { ReactNode } from 'react'

/** Cell of a high row: primary text, with secondary text below. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <span className="block leading-[18px]">
      <span className="block truncate">{first}</span>
      <span className="block min-h-[18px] truncate text-[12px] text-ink-3">{second}</span>
    </span>
  )
}
