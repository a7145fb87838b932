import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { CopyButton } from '../copy-button.tsx'
import { ChevronRight } from '../icons.tsx'
import { wayBackTo } from '../list-memory.ts'
import { PageHeader } from './page-header.tsx'
import { TabPanel, Tabs } from './tabs.tsx'

interface RecordFrameProps {
  /** The list the record is one of. */
  list: { to: string; title: string }
  /** What people call it; undefined while it is on its way. */
  name: ReactNode
  /** Its number, to be copied. */
  copies?: { text: string; label: string } | undefined
  /** Its state and what else is seen at first sight. */
  status?: ReactNode
  /** What can be done with it. */
  actions?: ReactNode
  /** Lines over everything else, such as `RecordNotice`. */
  notices?: ReactNode
  /** Usually `RecordTabs`. */
  children: ReactNode
}

/** The page of one record: where it belongs, its name, number, state and actions, and under it what there is to know. */
export function RecordFrame({ list, name, copies, status, actions, notices, children }: RecordFrameProps) {
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-1.5">
            <Link to={list.to} {...wayBackTo(list.to)} className="text-ink-2 hover:text-ink">
              {list.title}
            </Link>
            <ChevronRight size={13} className="text-ink-3" aria-hidden="true" />
            <span className="tnum max-w-[340px] truncate">{name}</span>
            {copies !== undefined && <CopyButton {...copies} />}
          </span>
        }
        actions={actions}
      >
        {status}
      </PageHeader>
      {notices}
      {children}
    </>
  )
}

/** A line over a record that says why it cannot be used or changed as usual. */
export function RecordNotice({ tone = 'quiet', children }: { tone?: 'quiet' | 'red' | 'amber'; children: ReactNode }) {
  const badges = {
    quiet: 'border-line bg-sunken text-ink-2',
    red: 'border-red-line bg-red-soft text-red',
    amber: 'border-amber-line bg-amber-soft text-amber',
  }
  return (
    <div role="status" className={`flex items-center gap-2 border-b px-4 py-2 ${badges[tone]}`}>
      {children}
    </div>
  )
}

/** One part of a record. Only the one that is open is drawn, so its panel loads what it shows. */
export interface RecordTab<Value extends string> {
  value: Value
  title: string
  count?: number | undefined
  panel: ReactNode
}

/** The parts of a record; the digits open them while no one is typing. */
export function RecordTabs<Value extends string>({
  tabs,
  value,
  onChange,
}: {
  tabs: readonly RecordTab<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  // A part this record does not have shows the first.
  const open = tabs.find((tab) => tab.value === value) ?? tabs[0]!
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const tab = tabs[Number(event.key) - 1]
      if (!tab || !isFree(event)) return
      event.preventDefault()
      onChange(tab.value)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [tabs, onChange])
  return (
    <Tabs tabs={tabs} value={open.value} onChange={(next) => onChange(next as Value)}>
      <TabPanel value={open.value}>{open.panel}</TabPanel>
    </Tabs>
  )
}

/** No one is typing, and nothing covers the page. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const at = event.target as HTMLElement | null
  if (at?.closest('input, textarea, select, [contenteditable=true]')) return false
  return document.querySelector('[role=dialog][data-open],[role=menu]') === null
}
