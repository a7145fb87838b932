import type { CompanyRecord } from '@cartage/contract/companies/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePaymentTerm, usualTerms } from '../../records/payment-terms.ts'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { EditableChoice } from '../../ui/properties/editable-choice.tsx'
import { EditableProperty, Property } from '../../ui/properties/properties.tsx'
import type { CompanyPatch } from '../queries.ts'

/** Roles of a company for the tenant: customer, subcontractor, buyer or seller of goods (COMP-9). */
export function RolesSection({
  company,
  isEditable,
  onSave,
}: {
  company: CompanyRecord['company']
  isEditable: boolean
  onSave: (body: CompanyPatch) => Promise<unknown>
}) {
  const { t } = useLingui()
  const [fault, setFault] = useState<string>()
  if (!isEditable) return null
  const save = (body: CompanyPatch) =>
    void onSave(body).then(
      () => setFault(undefined),
      (error: Error) => setFault(error.message),
    )
  return (
    <Section title={t`Roles`}>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <CheckField isOn={company.is_customer ?? false} onChange={(is_customer) => save({ is_customer })}>
          <Trans>Customer</Trans>
        </CheckField>
        <CheckField
          isOn={company.is_subcontractor ?? false}
          onChange={(is_subcontractor) => save({ is_subcontractor })}
        >
          <Trans>Carrier</Trans>
        </CheckField>
        <CheckField
          isOn={company.is_buyer_or_seller ?? false}
          onChange={(is_buyer_or_seller) => save({ is_buyer_or_seller })}
        >
          <Trans>Trading partner</Trans>
        </CheckField>
        {company.is_customer && (
          <CheckField isOn={company.archived_customer} onChange={(archived_customer) => save({ archived_customer })}>
            <Trans>Archived as customer</Trans>
          </CheckField>
        )}
        {company.is_subcontractor && (
          <CheckField
            isOn={company.archived_subcontractor}
            onChange={(archived_subcontractor) => save({ archived_subcontractor })}
          >
            <Trans>Archived as carrier</Trans>
          </CheckField>
        )}
      </div>
      {fault !== undefined && (
        <p role="alert" className="pt-1 text-[12px] text-red">
          {fault}
        </p>
      )}
    </Section>
  )
}

type Side = NonNullable<CompanyRecord['company']['sales']> | NonNullable<CompanyRecord['company']['purchase']>

/** Payment term of one side, and the company's code in the books of each billing entity. */
export function SideLines({
  side,
  isEditable,
  onSave,
}: {
  side: Side | undefined
  isEditable: boolean
  /** Saves changes of the side; rejects with the server's error message. */
  onSave: (side: { payment_term?: { code: string }; billing_entities?: object[] }) => Promise<unknown>
}) {
  const { t } = useLingui()
  const labelOf = usePaymentTerm()
  const term = side?.payment_term?.code ?? null
  const terms = term === null || usualTerms.includes(term) ? usualTerms : [term, ...usualTerms]
  const codes = side?.billing_entities ?? []
  return (
    <>
      <EditableChoice
        name={t`Payment term`}
        value={term}
        choices={terms.map((value) => ({ value, label: labelOf(value) }))}
        isEditable={isEditable}
        onSave={(code) => onSave({ payment_term: { code } })}
      />
      {codes.length === 0 && <Property name={t`Ledger`} />}
      {codes.map((entity, at) => (
        <EditableProperty
          key={entity.id ?? entity.code}
          name={t`Ledger of ${entity.code ?? ''}`}
          value={entity.accounting_code ?? ''}
          isEditable={isEditable}
          onSave={(text) =>
            onSave({
              billing_entities: codes.map((one, index) => ({
                id: one.id,
                accounting_code: index === at ? text || null : one.accounting_code,
              })),
            })
          }
        />
      ))}
    </>
  )
}
