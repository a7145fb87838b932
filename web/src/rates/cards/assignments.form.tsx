import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLabels } from '../../records/code-labels.ts'
import { entriesQuery } from '../../settings/reference.queries.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Plus, Trash2 } from '../../ui/icons.tsx'
import { lineChoiceLabels } from '../block.labels.ts'
import { CompanyCodeInput } from '../company-code.tsx'
import type { FormValues } from '../form/contract-fields.ts'

const everyService = '\u0000'

/** Columns of a row: kind, name, transport service and priority. */
const columns = 'grid min-w-0 flex-1 grid-cols-[130px_minmax(0,1fr)_150px_64px] gap-2 max-sm:grid-cols-2'

/** Assignments of a card: companies, groups, every company, or the own fleet. */
export function AssignmentsForm({
  values,
  onChange,
  faults,
}: {
  values: readonly FormValues[]
  onChange: (values: readonly FormValues[]) => void
  faults: Readonly<Record<string, string>>
}) {
  const { t } = useLingui()
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 font-medium">
        <Trans>Used for</Trans>
      </legend>
      {values.length === 0 && (
        <p className="text-ink-3">
          <Trans>Only where other cards include it.</Trans>
        </p>
      )}
      {values.length > 0 && (
        <div aria-hidden="true" className="flex gap-2 pr-9 text-[12px] text-ink-3 max-sm:hidden">
          <div className={columns}>
            <span />
            <span />
            <span>{t`Transport service`}</span>
            <span>{t`Priority`}</span>
          </div>
        </div>
      )}
      {values.map((value, at) => {
        const fault = Object.entries(faults).find(([path]) => path.startsWith(`assignments.${at}.`))?.[1]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and keep their place while they are typed
          <div key={at}>
            <div className="flex items-start gap-2">
              <AssignmentRow value={value} onChange={(next) => onChange(values.with(at, next))} />
              <IconButton icon={Trash2} label={t`Remove row`} onClick={() => onChange(values.toSpliced(at, 1))} />
            </div>
            {fault !== undefined && (
              <p role="alert" className="text-[12px] text-red">
                {fault}
              </p>
            )}
          </div>
        )
      })}
      <Button
        icon={Plus}
        className="justify-self-start"
        onClick={() => onChange([...values, { to: 'COMPANY', code: '', priority: 100 }])}
      >
        <Trans>Add company or group</Trans>
      </Button>
    </fieldset>
  )
}

function AssignmentRow({ value, onChange }: { value: FormValues; onChange: (value: FormValues) => void }) {
  const { t } = useLingui()
  const word = useLabels(lineChoiceLabels)
  const groups = useCodes('company_groups')
  const services = useCodes('transport_services')
  const to = String(value.to)
  const code = String(value.code ?? '')
  const { code: _code, transport_service: _service, ...rest } = value
  const withService = (service: string) =>
    onChange({
      ...rest,
      ...(value.code !== undefined && { code }),
      ...(service !== everyService && { transport_service: service }),
    })
  const choose = (next: string) =>
    onChange({ ...rest, to: next, ...(next === 'COMPANY' || next === 'GROUP' ? { code: '' } : {}) })
  return (
    <div className={columns}>
      <Select
        label={t`Used for`}
        className="h-8"
        choices={['COMPANY', 'GROUP', 'ALL', 'OWN_FLEET'].map((one) => ({
          value: one,
          label: one === 'GROUP' ? t`Company group` : word(one),
        }))}
        value={to}
        onChange={choose}
      />
      {to === 'COMPANY' ? (
        <CompanyCodeInput
          label={t`Company`}
          className="h-8"
          value={code}
          onChange={(next) => onChange({ ...value, code: next })}
        />
      ) : to === 'GROUP' ? (
        <Select
          label={t`Company group`}
          className="h-8"
          choices={groups}
          value={code === '' ? null : code}
          placeholder={t`Choose…`}
          onChange={(next) => onChange({ ...value, code: next })}
        />
      ) : (
        <span />
      )}
      <Select
        label={t`Transport service`}
        className="h-8"
        choices={[{ value: everyService, label: t`Any service` }, ...services]}
        value={String(value.transport_service ?? everyService)}
        onChange={withService}
      />
      <input
        className="field tnum h-8"
        type="number"
        min={1}
        max={1000}
        aria-label={t`Priority (1 first)`}
        title={t`Priority (1 first)`}
        value={String(value.priority ?? '')}
        onChange={(event) => onChange({ ...value, priority: Number(event.target.value) })}
      />
    </div>
  )
}

/** Codes of a kind of setting to choose from. */
function useCodes(kind: 'company_groups' | 'transport_services') {
  const entries = useQuery(entriesQuery(kind)).data?.items ?? []
  return entries
    .filter(({ is_archived }) => !is_archived)
    .map(({ values }) => String(values.code ?? values.name))
    .map((code) => ({ value: code, label: code }))
}
