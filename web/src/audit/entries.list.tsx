import type { AuditRecord } from '@cartage/contract/audit/app'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useCursor, useRowKeys } from '../ui/table/row-keys.ts'
import { Entry } from './entry.tsx'
import type { AuditFilter } from './queries.ts'

interface AuditListProps {
  records: readonly AuditRecord[]
  isBusy: boolean
  onFilter: (filter: AuditFilter) => void
  /** Called when the keyboard focus reaches the last entry. */
  onEnd: () => void
}

/** Audit entries. The usual list keys move through them; Enter filters by the same record. */
export function AuditList({ records, isBusy, onFilter, onEnd }: AuditListProps) {
  const { t } = useLingui()
  const feed = useRef<HTMLDivElement>(null)
  const cursor = useCursor()
  const onKeyDown = useRowKeys({
    windows: { rowAt: (index: number) => records[index] },
    keyOf: (record) => String(record.sequence),
    cursor,
    total: records.length,
    onMove(index) {
      feed.current?.querySelectorAll<HTMLElement>('article')[index]?.focus()
      if (index === records.length - 1) onEnd()
    },
    onOpen: (record) => onFilter({ type: record.entity_type, id: record.entity_id }),
  })
  // List keys work at once, unless the focus is already elsewhere.
  useEffect(() => {
    if (document.activeElement === document.body) feed.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={feed}
      role="feed"
      aria-label={t`Entries`}
      aria-busy={isBusy}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="rounded-lg border border-line outline-none"
    >
      {records.map((record, index) => (
        <Entry
          key={record.sequence}
          record={record}
          tabIndex={index === (cursor.index ?? 0) ? 0 : -1}
          onFilter={onFilter}
          onFocus={() => cursor.move(index)}
          onKeyDown={onKeyDown}
        />
      ))}
    </div>
  )
}
