import { type SettingKindName, settingKinds } from '@cartage/contract/tenants/app/kinds'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { classNames } from '../ui/class-names.ts'
import { EntriesPanel } from './entries.list.tsx'
import { settingKindLabels } from './kind.labels.ts'
import { SettingsBody } from './page-body.tsx'

const referenceRoute = getRouteApi('/shell/settings/reference')

const kinds = Object.keys(settingKindLabels) as SettingKindName[]

/** Reference data: the kinds on the left, entries of the open kind on the right. */
export function ReferencePage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const search = referenceRoute.useSearch()
  const kind = kinds.find((one) => one === search.kind && Object.hasOwn(settingKinds, one)) ?? 'transport_services'
  return (
    <SettingsBody
      title={t`Reference data`}
      text={
        <Trans>
          Values to choose from in orders, documents and resources. Entries in use are archived, not deleted.
        </Trans>
      }
      permission="setting.read"
    >
      <div className="grid grid-cols-[176px_1fr] gap-5">
        <ul aria-label={t`Lists`} className="flex flex-col gap-px">
          {kinds.map((one) => (
            <li key={one}>
              <button
                type="button"
                aria-current={one === kind ? 'true' : undefined}
                className={classNames(
                  'flex min-h-7 w-full items-center rounded-md px-2 text-left hover:bg-hover hover:text-ink',
                  one === kind ? 'bg-hover font-medium text-ink' : 'text-ink-2',
                )}
                onClick={() => void navigate({ to: '/settings/reference', search: { kind: one } })}
              >
                {t(settingKindLabels[one].title)}
              </button>
            </li>
          ))}
        </ul>
        <EntriesPanel key={kind} kind={kind} />
      </div>
    </SettingsBody>
  )
}
