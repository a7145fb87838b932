import type { Permission } from '@cartage/contract/endpoint'
import type { ReactNode } from 'react'
import { usePermission } from '../session/permission.ts'
import { Forbidden } from '../shell/forbidden.tsx'
import { usePageTitle } from '../shell/page-title.ts'

/** Frame of a settings page: title, description, actions and content. */
export function SettingsBody({
  title,
  text,
  actions,
  permission,
  children,
}: {
  title: string
  text: ReactNode
  actions?: ReactNode
  /** Users without it see an explanation. */
  permission: Permission
  children: ReactNode
}) {
  usePageTitle(title)
  const isAllowed = usePermission(permission)
  return (
    <div className="mx-auto grid max-w-[1080px] gap-4 px-6 py-5">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h2 className="text-[15px] leading-5 font-semibold">{title}</h2>
          <p className="mt-1 max-w-[640px] text-ink-2">{text}</p>
        </div>
        {isAllowed && actions !== undefined && <div className="flex shrink-0 gap-2">{actions}</div>}
      </div>
      {isAllowed ? children : <Forbidden permission={permission} />}
    </div>
  )
}
