import { RetentionSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByPath, restOf } from '../api/field-faults.ts'
import { usePermission } from '../session/permission.ts'
import type { SingleSettings, useSaveSettings } from '../settings/configuration.queries.ts'
import { SchemaFields } from '../settings/form/schema.form.tsx'
import { schemaFaults } from '../settings/form/schema-fault.ts'
import { type FormValues, fieldsOf, valuesToSend } from '../settings/form/schema-fields.ts'
import { Button } from '../ui/button.tsx'
import { useReaderLanguage } from '../ui/form/reader-language.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'

const fields = fieldsOf(RetentionSettings)
const paths = fields.map(({ name }) => `retention.${name}`)

/** Retention period of each kind of data, in days. */
export function PeriodsForm({
  settings,
  save,
}: {
  settings: SingleSettings
  save: ReturnType<typeof useSaveSettings>
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const mayWrite = usePermission('setting.write')
  const [values, setValues] = useState<FormValues>(settings.retention)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const body = valuesToSend(fields, values, language)
  const isChanged = JSON.stringify(body) !== JSON.stringify(valuesToSend(fields, settings.retention, language))
  const failure = save.error ? failureOf(save.error) : undefined
  const rest = restOf(failure, paths)

  function submit() {
    const found = schemaFaults(RetentionSettings, body)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    save.mutate(
      { ...settings, retention: body as RetentionSettings },
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
      aria-label={t`How long data is kept`}
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
        faults={{ ...sent(faultsByPath(failure)), ...faults }}
        isReadOnly={!mayWrite}
      />
      {rest && <ErrorPanel {...rest} />}
      {mayWrite && (
        <div className="flex gap-2">
          <Button variant="brand" type="submit" disabled={!isChanged} isBusy={save.isPending}>
            <Trans>Save</Trans>
          </Button>
          <Button disabled={!isChanged} onClick={() => setValues(settings.retention)}>
            <Trans>Discard</Trans>
          </Button>
        </div>
      )}
    </form>
  )
}

/** Server errors by the field names of this form. */
function sent(faults: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([path, text]) => [path.replace(/^retention\./, ''), text]))
}
