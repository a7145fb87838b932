import { permissions } from '@cartage/contract/endpoint'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../api/failure.ts'
import { useRoleLabel } from '../session/role.labels.ts'
import { rolesQuery } from '../session/roles.queries.ts'
import { Check, Minus } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { SidewaysBox } from '../ui/table/sideways-box.tsx'
import { permissionLabels } from './permission.labels.ts'

/** Read-only table of the permissions of each role. */
export function RolesTable() {
  const { t } = useLingui()
  const word = useRoleLabel()
  const query = useQuery(rolesQuery)
  const roles = query.data?.items
  if (query.error !== null && roles === undefined) {
    return <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
  }
  return (
    <div className="pt-4">
      <SidewaysBox label={t`Permissions`}>
        <table className="w-full border-collapse text-left" aria-label={t`Permissions`}>
          <thead className="bg-sunken text-[12px] text-ink-2">
            <tr className="h-8">
              <th scope="col" className="px-3 font-medium">
                <Trans>Permission</Trans>
              </th>
              {roles?.map(({ role }) => (
                <th key={role} scope="col" className="px-2 text-center font-medium">
                  {word(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissions.map((permission) => (
              <tr key={permission} className="h-8 border-t border-line hover:bg-hover">
                <th scope="row" className="px-3 font-normal">
                  {permissionLabels[permission] && t(permissionLabels[permission])}
                  <code className="pl-2 font-mono text-[11px] text-ink-3">{permission}</code>
                </th>
                {roles?.map(({ role, permissions: allowed }) => (
                  <td key={role} className="px-2 text-center">
                    {allowed.includes(permission) ? (
                      <Check size={14} className="mx-auto text-green" role="img" aria-label={t`allowed`} />
                    ) : (
                      <Minus size={14} className="mx-auto text-ink-3" role="img" aria-label={t`not allowed`} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </SidewaysBox>
      <p className="pt-2 text-[12px] text-ink-3">
        <Trans>Roles are fixed and cannot be edited.</Trans>
      </p>
    </div>
  )
}
