import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, Suspense } from 'react'
import { classNames } from '../class-names.ts'

interface Tab {
  value: string
  title: string
  count?: number | undefined
  /** At the far end, for rarely used tabs. */
  isApart?: boolean
}

/** Tabs of one record. The URL holds the open one, so the caller controls it. */
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
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={classNames('tab', tab.isApart && 'ml-auto font-normal')}
          >
            {tab.title}
            {tab.count !== undefined && <span className="tnum text-[11px] text-ink-3">{tab.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}

/** Content of one tab. Scrolls by itself. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className="min-h-0 flex-1 overflow-y-auto outline-none">
      {/* Its content may be loaded on first use. */}
      <Suspense fallback={<LoadingPart />}>{children}</Suspense>
    </Base.Panel>
  )
}

/** Skeleton of a tab, shown if loading takes longer than a moment. */
function LoadingPart() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3 px-5 py-5">
      {['w-1/3', 'w-1/2', 'w-2/5'].map((width) => (
        <div key={width} className={`skeleton h-3 ${width}`} />
      ))}
    </div>
  )
}
