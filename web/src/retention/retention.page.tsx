import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { configurationQuery, useSaveSettings } from '../settings/configuration.queries.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PeopleSection } from './people.section.tsx'
import { PeriodsForm } from './periods.form.tsx'
import { PurgeSection } from './purge.section.tsx'

/** Retention of personal data: periods, past and possible purges, and people who left. */
export function RetentionPage() {
  const { t } = useLingui()
  const query = useQuery({ ...configurationQuery, enabled: usePermission('setting.read') })
  // Held here: the form restarts with the saved values, and Undo still needs a response.
  const save = useSaveSettings()
  const mayWrite = usePermission('setting.write')
  const settings = query.data?.settings
  return (
    <SettingsBody
      title={t`Personal data`}
      text={
        <Trans>
          How long data about people are kept. Older data is purged every day. Invoices, their files and bookkeeping are
          never purged.
        </Trans>
      }
      permission="setting.read"
    >
      {query.error !== null && settings === undefined && (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      )}
      {settings === undefined && query.error === null && <div className="skeleton h-64" aria-busy="true" />}
      {settings && (
        <>
          <PeriodsForm key={JSON.stringify(settings.retention)} settings={settings} save={save} />
          <PurgeSection />
          {mayWrite && <PeopleSection />}
        </>
      )}
    </SettingsBody>
  )
}
