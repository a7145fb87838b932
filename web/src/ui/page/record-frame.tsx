import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { CopyButton } from '../copy-button.tsx'
import { ChevronRight } from '../icons.tsx'
import { wayBackTo } from '../list-memory.ts'
import { PageHeader } from './page-header.tsx'
import { TabPanel, Tabs } from './tabs.tsx'

interface RecordFrameProps {
  /** The list that contains the record. */
  list: { to: string; title: string }
  /** Display name. Undefined while loading. */
  name: ReactNode
  /** Its number with a copy button. */
  copies?: { text: string; label: string } | undefined
  /** Its state and other key facts. */
  status?: ReactNode
  /** Actions on the record. */
  actions?: ReactNode
  /** Lines above everything else, such as `RecordNotice`. */
  notices?: ReactNode
  /** Usually `RecordTabs`. */
  children: ReactNode
}

/** Page of one record: link to its list, name, number, state and actions, with the content below. */
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

/** A line above a record that says why it cannot be used or changed as usual. */
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

/** One tab of a record. Only the open one is rendered, so it loads its own data. */
export interface RecordTab<Value extends string> {
  value: Value
  title: string
  count?: number | undefined
  panel: ReactNode
}

/** Tabs of a record. Digit keys open them unless the user is typing. */
export function RecordTabs<Value extends string>({
  tabs,
  value,
  onChange,
}: {
  tabs: readonly RecordTab<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  // Falls back to the first tab if the record lacks this one.
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

/** The user is not typing, and nothing covers the page. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const at = event.target as HTMLElement | null
  if (at?.closest('input, textarea, select, [contenteditable=true]')) return false
  return document.querySelector('[role=dialog][data-open],[role=menu]') === null
}
