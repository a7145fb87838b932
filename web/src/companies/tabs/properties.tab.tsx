import type { CompanyRecord } from '@cartage/contract/companies/app/record'
import { companyStates } from '@cartage/contract/companies/app/record'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { CreditSection } from '../../accounting/receivables/credit.section.tsx'
import { withFaultText } from '../../api/fault-text.ts'
import { MailChoicesSection } from '../../mails/choices.section.tsx'
import { useLabels } from '../../records/code-labels.ts'
import { useLocales } from '../../records/code-lists.ts'
import { CustomFields } from '../../records/custom-fields.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { EditableChoice } from '../../ui/properties/editable-choice.tsx'
import { NumberProperty } from '../../ui/properties/number-property.tsx'
import { EditableProperty, Properties, Property } from '../../ui/properties/properties.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { taxLabels } from '../labels.ts'
import { type CompanyPatch, patchCompany, useCompanyChange } from '../queries.ts'
import { CompanyStatus, useStatusLabels } from '../status.labels.tsx'
import { BillingSection, NumbersSection } from './billing.section.tsx'
import { RolesSection, SideLines } from './sides.section.tsx'

// Shown for carriers only.
const CarrierTermsPanel = lazy(async () => ({
  default: (await import('./carrier-terms.panel.tsx')).CarrierTermsPanel,
}))

const taxTypes = ['VAT', 'REVERSE_CHARGE', 'TRANSIT', 'NO_VAT', 'CO_CONTRACTING', 'OTHER'] as const
type Editable = 'name' | 'legal_name' | 'code' | 'accounting_code' | 'vat_number' | 'currency' | 'note'

/** Properties of a company, each edited inline. */
export function PropertiesTab({ record, isEditable }: { record: CompanyRecord; isEditable: boolean }) {
  const change = useCompanyChange()
  const { company, warnings } = record
  const save = (body: CompanyPatch) => withFaultText(change.mutateAsync(() => patchCompany(company.id, body)))
  const each = { company, isEditable, onSave: save }
  return (
    <div className="grid max-w-[1060px] gap-x-10 px-4 lg:grid-cols-2">
      <div>
        <General {...each} />
        <BillingSection {...each} />
        <NumbersSection {...each} unconfirmed={record.unconfirmed_accounts} />
      </div>
      <div>
        <Warnings warnings={warnings} />
        <RolesSection {...each} />
        {company.is_customer && <CustomerSection {...each} />}
        {company.is_customer && <CreditSection companyId={company.id} />}
        {company.is_subcontractor && <SubcontractorSection {...each} />}
        {company.is_subcontractor && (
          <Suspense fallback={null}>
            <CarrierTermsPanel companyId={company.id} isEditable={isEditable} />
          </Suspense>
        )}
        {!company.is_customer && !company.is_subcontractor && <CompanyStatus status={String(company.status)} />}
        {(company.is_customer || company.is_subcontractor) && (
          <MailChoicesSection
            companyId={company.id}
            kinds={[
              ...(company.is_customer ? (['ORDER_CONFIRMATION', 'DELAY'] as const) : []),
              ...(company.is_subcontractor ? (['DISPATCH'] as const) : []),
            ]}
            isEditable={isEditable}
          />
        )}
        <CustomFields
          fields={(company.custom_fields ?? {}) as Record<string, unknown>}
          isEditable={isEditable}
          onSave={(custom_fields) => save({ custom_fields } as CompanyPatch)}
        />
        <AboutRecord record={record} />
      </div>
    </div>
  )
}

interface SectionProps {
  company: CompanyRecord['company']
  isEditable: boolean
  /** Saves changes; rejects with the server's error message. */
  onSave: (body: CompanyPatch) => Promise<unknown>
}

function General({ company, isEditable, onSave }: SectionProps) {
  const { t } = useLingui()
  const taxLabel = useLabels(taxLabels)
  const locales = useLocales(company.locale ?? '')
  const line = (member: Editable, name: string) => (
    <EditableProperty
      name={name}
      value={company[member] ?? ''}
      isEditable={isEditable}
      onSave={(value) => onSave({ [member]: value === '' && member !== 'name' ? null : value })}
    />
  )
  return (
    <Section title={t`General`}>
      <Properties>
        {line('name', t`Name`)}
        {line('legal_name', t`Legal name`)}
        {line('code', t`Code`)}
        {line('accounting_code', t`Ledger account`)}
        {line('vat_number', t`VAT number`)}
        <EditableChoice
          name={t`Tax`}
          value={company.tax_type ?? null}
          choices={taxTypes.map((value) => ({ value, label: taxLabel(value) }))}
          isEditable={isEditable}
          onSave={(tax_type) => onSave({ tax_type })}
        />
        {line('currency', t`Currency`)}
        <EditableChoice
          name={t`Language`}
          value={company.locale ?? null}
          choices={locales}
          isEditable={isEditable}
          onSave={(locale) => onSave({ locale })}
        />
        {line('note', t`Note`)}
      </Properties>
    </Section>
  )
}

/** Warnings from the server about the company. */
function Warnings({ warnings }: Pick<CompanyRecord, 'warnings'>) {
  const { t } = useLingui()
  if (warnings.length === 0) return null
  return (
    <Section title={t`Please check`}>
      <ul className="grid gap-1">
        {warnings.map((warning) => (
          <li key={`${warning.field}-${warning.code}`} className="flex gap-2 text-amber">
            <TriangleAlert size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
            {warning.message}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Labels of the statuses that a side can have. */
function useStates<State extends string>(values: readonly State[]) {
  const labels = useStatusLabels()
  return values.map((value) => ({ value, label: labels[value] ?? value }))
}

function CustomerSection({ company, isEditable, onSave }: SectionProps) {
  const { t } = useLingui()
  const states = useStates(companyStates)
  return (
    <Section title={t`Customer`}>
      <Properties>
        <EditableChoice
          name={t`Status`}
          value={company.status ?? null}
          choices={states}
          isEditable={isEditable}
          onSave={(status) => onSave({ sales: { status } })}
        />
        <SideLines side={company.sales} isEditable={isEditable} onSave={(sales) => onSave({ sales })} />
        <NumberProperty
          name={t`Credit limit`}
          value={company.credit_policy?.limit}
          isEditable={isEditable}
          onSave={(limit) => onSave({ credit_policy: limit === null ? null : { limit } })}
        />
      </Properties>
    </Section>
  )
}

function SubcontractorSection({ company, isEditable, onSave }: SectionProps) {
  const { t } = useLingui()
  const states = useStates(companyStates.filter((state) => state !== 'PROSPECT'))
  return (
    <Section title={t`Carrier`}>
      <Properties>
        <EditableChoice
          name={t`Status`}
          value={company.purchase?.status ?? null}
          choices={states}
          isEditable={isEditable}
          onSave={(status) => onSave({ purchase: { status } })}
        />
        <SideLines side={company.purchase} isEditable={isEditable} onSave={(purchase) => onSave({ purchase })} />
      </Properties>
    </Section>
  )
}

function AboutRecord({ record: { company, source } }: { record: CompanyRecord }) {
  const { t } = useLingui()
  return (
    <Section title={t`Record`}>
      <Properties>
        <Property name={t`Source`}>{source}</Property>
        <Property name={t`Updated`}>
          <RelativeTime instant={company.timestamp_updated} />
        </Property>
        <Property name={t`ID`}>
          <span className="inline-flex items-center gap-1 font-mono text-[12px]">
            {company.id}
            <CopyButton text={company.id} label={t`Copy ID`} />
          </span>
        </Property>
      </Properties>
    </Section>
  )
}
