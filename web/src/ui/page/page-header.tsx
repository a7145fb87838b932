import type { ReactNode } from 'react'

/** Header of a page: its title, its views or location, and its actions. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="flex min-h-[46px] shrink-0 items-center gap-3 border-b border-line px-4 max-md:flex-wrap max-md:gap-y-1 max-md:py-2">
      <h1 className="text-[14px] font-semibold max-sm:flex-1 sm:shrink-0">{title}</h1>
      <div className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto max-md:basis-auto max-sm:order-last max-sm:basis-full">
        {children}
      </div>
      {actions !== undefined && (
        <div className="flex shrink-0 items-center gap-1.5 max-sm:shrink max-sm:flex-wrap max-sm:gap-1 max-sm:[&_.btn:not(.btn-icon)]:px-2">
          {actions}
        </div>
      )}
    </header>
  )
}

/** Line below the header of a list: search, filters, and the number of rows. */
export function Toolbar({ children, side }: { children: ReactNode; side?: ReactNode }) {
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-3 max-sm:h-auto max-sm:min-h-11">
      <div className="-my-1 flex min-w-0 flex-1 items-center gap-1.5 overflow-x-auto py-1 max-sm:my-1 max-sm:flex-wrap">
        {children}
      </div>
      {side !== undefined && <div className="flex shrink-0 items-center gap-3 max-sm:hidden">{side}</div>}
    </div>
  )
}
