import type { Permission } from '@cartage/contract/endpoint'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { sessionQuery } from '../session/queries.ts'
import { useRoleLabel } from '../session/role.labels.ts'
import { rolesQuery } from '../session/roles.queries.ts'
import { Lock } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { placeAt } from './navigation.ts'
import { usePageTitle } from './page-title.ts'

/** Replaces a page that the role may not open: its name, and the roles that may. */
export function ForbiddenPage({ permission }: { permission: Permission }) {
  const { t } = useLingui()
  const place = placeAt(useLocation({ select: ({ pathname }) => pathname }))
  const title = place === undefined ? t`You don't have access` : t(place.title)
  usePageTitle(title)
  return (
    <>
      <PageHeader title={title} />
      <Forbidden permission={permission} />
    </>
  )
}

/** Replaces content that the role may not see, and names the roles that may. */
export function Forbidden({ permission }: { permission: Permission }) {
  const { t, i18n } = useLingui()
  const word = useRoleLabel()
  const role = useQuery(sessionQuery).data?.user.role
  const roles = useQuery(rolesQuery).data?.items ?? []
  const names = roles.filter(({ permissions }) => permissions.includes(permission)).map((one) => word(one.role))
  const anyOf = new Intl.ListFormat(i18n.locales ?? i18n.locale, { type: 'disjunction' }).format(names)
  return (
    <div className="py-10">
      <EmptyState
        icon={Lock}
        title={t`You don't have access`}
        text={
          names.length === 0
            ? t`Ask a Super admin of your organisation for access.`
            : t`Required: ${anyOf}. Ask a Super admin of your organisation.`
        }
      >
        {role !== undefined && (
          <p className="pt-3 text-[12px] text-ink-3">
            <Trans>Your role: {word(role)}</Trans>
          </p>
        )}
      </EmptyState>
    </div>
  )
}
