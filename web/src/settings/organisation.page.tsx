import { TenantSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByPath, restOf } from '../api/field-faults.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { useReaderLanguage } from '../ui/form/reader-language.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { configurationQuery, type SingleSettings, useSaveSettings } from './configuration.queries.ts'
import { EngineSection } from './engine.section.tsx'
import { SchemaFields } from './form/schema.form.tsx'
import { schemaFaults } from './form/schema-fault.ts'
import { type FormValues, fieldsOf, namesOf, valuesToSend } from './form/schema-fields.ts'
import { IdentitySection } from './identity.section.tsx'
import { SettingsBody } from './page-body.tsx'

const Simulation = lazy(async () => ({ default: (await import('./simulation.section.tsx')).SimulationSection }))

// Retention and sign-in have their own pages.
const schema = TenantSettings.omit({ limits: true, retention: true, second_factor_from: true })

/** Single settings of the tenant. */
export function OrganisationPage() {
  const { t } = useLingui()
  const query = useQuery({ ...configurationQuery, enabled: usePermission('setting.read') })
  // Held here: the form restarts with the saved values, and Undo still needs a response.
  const save = useSaveSettings()
  const settings = query.data?.settings
  return (
    <SettingsBody title={t`General`} text={<Trans>Settings of the organisation.</Trans>} permission="setting.read">
      {query.error !== null && settings === undefined && (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      )}
      {settings === undefined && query.error === null && <div className="skeleton h-64" aria-busy="true" />}
      {settings && (
        <Suspense fallback={null}>
          <Simulation />
        </Suspense>
      )}
      {settings && <IdentitySection />}
      {settings && <SettingsForm key={JSON.stringify(settings)} settings={settings} save={save} />}
    </SettingsBody>
  )
}

function SettingsForm({ settings, save }: { settings: SingleSettings; save: ReturnType<typeof useSaveSettings> }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const mayWrite = usePermission('setting.write')
  const fields = useMemo(() => fieldsOf(schema), [])
  const [values, setValues] = useState<FormValues>(settings)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const isChanged =
    JSON.stringify(valuesToSend(fields, values, language)) !== JSON.stringify(valuesToSend(fields, settings, language))
  const failure = save.error ? failureOf(save.error) : undefined
  const rest = restOf(failure, namesOf(fields))

  function submit() {
    const body = valuesToSend(fields, values, language)
    const found = schemaFaults(schema, body)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    save.mutate(
      {
        ...(body as SingleSettings),
        retention: settings.retention,
        second_factor_from: settings.second_factor_from,
      },
      {
        onSuccess: () =>
          toasts.done(t`Settings saved`, {
            word: t`Undo`,
            run: () => save.mutate(settings, { onSuccess: () => toasts.done(t`Undone`) }),
          }),
      },
    )
  }

  return (
    <form
      aria-label={t`General`}
      noValidate
      className="grid max-w-[560px] gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SchemaFields
        fields={fields}
        values={values}
        onChange={setValues}
        faults={{ ...faultsByPath(failure), ...faults }}
        isReadOnly={!mayWrite}
      />
      {rest && <ErrorPanel {...rest} />}
      {mayWrite && <EngineSection given={values.positions} />}
      {mayWrite && (
        <div className="sticky bottom-0 flex items-center gap-2 border-t border-line bg-surface py-3">
          <Button variant="brand" type="submit" disabled={!isChanged} isBusy={save.isPending}>
            <Trans>Save</Trans>
          </Button>
          <Button disabled={!isChanged} onClick={() => setValues(settings)}>
            <Trans>Discard</Trans>
          </Button>
        </div>
      )}
    </form>
  )
}
