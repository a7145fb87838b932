import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, Suspense } from 'react'

interface Tab {
  value: string
  title: string
  count?: number | undefined
}

/** Parts of one record, one shown at a time. The address says which one is open, so the caller keeps it. */
export function Tabs({
  tabs,
  value,
  onChange,
  children,
}: {
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
  /** `TabPanel`s. */
  children: ReactNode
}) {
  return (
    <Base.Root value={value} onValueChange={onChange} className="flex min-h-0 flex-1 flex-col">
      <Base.List className="flex h-10 shrink-0 items-stretch gap-1 border-b border-line px-4">
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="tab">
            {tab.title}
            {tab.count !== undefined && <span className="tnum text-[11px] text-ink-3">{tab.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}

/** What one tab shows; its part of the page scrolls. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className="min-h-0 flex-1 overflow-y-auto outline-none">
      <Suspense>{children}</Suspense>
    </Base.Panel>
  )
}
