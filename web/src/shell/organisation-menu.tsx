import type { Session } from '@cartage/contract/auth/app/session'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { failureOf } from '../api/failure.ts'
import { organisationsQuery, useSwitchOrganisation } from '../session/queries.ts'
import { Building2, ChevronsUpDown, Plus } from '../ui/icons.tsx'
import { Menu, MenuCheck, MenuItem, MenuLine, MenuTitle } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'

/**
 * Name of the organisation at the top of the sidebar. Users signed in to several switch here. The account menu offers
 * to add one.
 */
export function OrganisationMenu({ tenant }: { tenant: Session['tenant'] }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const navigate = useNavigate()
  const change = useSwitchOrganisation()
  const items = useQuery(organisationsQuery).data?.items ?? []
  if (items.length < 2) {
    return (
      <span className="min-w-0 flex-1 truncate font-semibold" title={tenant.name}>
        {tenant.name}
      </span>
    )
  }
  // Two accounts in the same organisation need the e-mail address to tell them apart.
  const isTwice = (id: string) => items.filter((item) => item.tenant.tenant_id === id).length > 1
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          title={tenant.name}
          className="-ml-1 flex h-7 min-w-0 flex-1 items-center gap-1 rounded-md px-1 text-left font-semibold hover:bg-hover"
        >
          <span className="sr-only">
            <Trans>Organisation</Trans>
          </span>
          <span className="min-w-0 truncate">{tenant.name}</span>
          <ChevronsUpDown size={13} className="shrink-0 text-ink-3" aria-hidden="true" />
        </button>
      }
    >
      <MenuTitle>{t`Your organisations`}</MenuTitle>
      {items.map((item) => (
        <MenuCheck
          key={item.session_id}
          isOn={item.is_current}
          onChange={() =>
            !item.is_current && change.mutate(item.session_id, { onError: (error) => toasts.failed(failureOf(error)) })
          }
        >
          {item.tenant.name}
          {isTwice(item.tenant.tenant_id) && <span className="block text-[11px] text-ink-3">{item.user.email}</span>}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuItem icon={Plus} onSelect={() => void navigate({ to: '/login', search: { add: true } })}>
        {t`Add organisation…`}
      </MenuItem>
    </Menu>
  )
}

/** Shown in the account menu if there is only one organisation. */
export function AddOrganisationItem() {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <MenuItem icon={Building2} onSelect={() => void navigate({ to: '/login', search: { add: true } })}>
      {t`Add organisation…`}
    </MenuItem>
  )
}
