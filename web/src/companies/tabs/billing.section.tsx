import type { CompanyRecord } from '@cartage/contract/companies/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Plus, X } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { EditableRecord } from '../../ui/properties/editable-record.tsx'
import { EditableProperty, Properties } from '../../ui/properties/properties.tsx'
import { type CompanyPatch, findCompanies } from '../queries.ts'
import { UnconfirmedAccounts } from './unconfirmed.section.tsx'

interface SectionProps {
  company: CompanyRecord['company']
  isEditable: boolean
  /** Saves changes; rejects with the server's error message. */
  onSave: (body: CompanyPatch) => Promise<unknown>
}

const addressMembers = ['name', 'address', 'address_second_line', 'postal_code', 'city', 'country'] as const

/** Billing address, invoice recipients and payment account. An identical address is the same location. */
export function BillingSection({ company, isEditable, onSave }: SectionProps) {
  const { t } = useLingui()
  const place = company.billing_location
  const names = {
    name: t`Name`,
    address: t`Street`,
    address_second_line: t`Address line 2`,
    postal_code: t`Postal code`,
    city: t`Town`,
    country: t`Country`,
  }
  const addressOf = () => Object.fromEntries(addressMembers.map((member) => [member, place?.[member] ?? null]))
  return (
    <Section title={t`Billing address`}>
      <Properties>
        {addressMembers.map((member) => (
          <EditableProperty
            key={member}
            name={names[member]}
            value={place?.[member] ?? ''}
            isEditable={isEditable}
            onSave={(text) => onSave({ billing_location: { ...addressOf(), [member]: text || null } })}
          />
        ))}
        <EditableRecord<{ id: string; name: string; city?: string | null }>
          name={t`Invoice recipient`}
          value={company.default_invoice_customer ?? null}
          isEditable={isEditable}
          onSave={(found) => onSave({ default_invoice_customer_id: found === null ? null : found.id })}
          queryKey={['companies', 'find']}
          search={findCompanies}
          textOf={({ name }) => name}
          keyOf={({ id }) => id}
          placeholder={t`This company`}
        />
      </Properties>
    </Section>
  )
}

const registers = [
  'company_registration_number',
  'eori_number',
  'duns_number',
  'scac_code',
  'tss_registration_number',
] as const

interface NumbersProps extends SectionProps {
  unconfirmed: CompanyRecord['unconfirmed_accounts']
}

/** Registration numbers and bank accounts. */
export function NumbersSection({ company, unconfirmed, isEditable, onSave }: NumbersProps) {
  const { t } = useLingui()
  const names = {
    company_registration_number: t`Company number`,
    eori_number: t`EORI`,
    duns_number: t`DUNS`,
    scac_code: t`SCAC`,
    tss_registration_number: t`TSS`,
  }
  const numbers = company.reference_numbers ?? {}
  return (
    <>
      <Section title={t`Registration numbers`}>
        <Properties>
          {registers.map((member) => (
            <EditableProperty
              key={member}
              name={names[member]}
              value={numbers[member] ?? ''}
              isEditable={isEditable}
              onSave={(text) => onSave({ reference_numbers: { ...numbers, [member]: text || null } })}
            />
          ))}
        </Properties>
      </Section>
      <Accounts company={company} unconfirmed={unconfirmed} isEditable={isEditable} onSave={onSave} />
    </>
  )
}

function Accounts({ company, unconfirmed, isEditable, onSave }: NumbersProps) {
  const { t } = useLingui()
  const accounts = company.bank_accounts ?? []
  const [fault, setFault] = useState<string>()
  const save = (next: typeof accounts) => onSave({ bank_accounts: next })
  const replace = (next: typeof accounts) =>
    void save(next).then(
      () => setFault(undefined),
      (error: Error) => setFault(error.message),
    )
  return (
    <Section
      title={t`Bank accounts`}
      actions={
        isEditable && (
          <Button variant="ghost" icon={Plus} onClick={() => replace([...accounts, { iban_code: '', bic_code: '' }])}>
            <Trans>Add account</Trans>
          </Button>
        )
      }
    >
      {fault !== undefined && (
        <p role="alert" className="text-[12px] text-red">
          {fault}
        </p>
      )}
      <UnconfirmedAccounts companyId={company.id} accounts={unconfirmed} />
      {accounts.map((account, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: accounts differ by their position only
        <div key={at} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <Properties>
              {(['iban_code', 'bic_code'] as const).map((member) => (
                <EditableProperty
                  key={member}
                  name={member === 'iban_code' ? t`IBAN` : t`BIC`}
                  value={account[member] ?? ''}
                  isEditable={isEditable}
                  onSave={(text) =>
                    save(accounts.map((one, index) => (index === at ? { ...one, [member]: text } : one)))
                  }
                />
              ))}
            </Properties>
          </div>
          {isEditable && (
            <IconButton
              icon={X}
              label={t`Remove account ${account.iban_code ?? ''}`}
              onClick={() => replace(accounts.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
    </Section>
  )
}
