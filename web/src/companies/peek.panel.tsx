import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../records/loaded.tsx'
import { usePaymentTerm } from '../records/payment-terms.ts'
import { phoneText } from '../records/phone-text.ts'
import { IconButton } from '../ui/button.tsx'
import { ExternalLink } from '../ui/icons.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { companyQuery } from './queries.ts'
import { CompanyStatus, Roles } from './status.labels.tsx'

/** Preview of a company next to the list, with the essentials. */
export function CompanyPeek({
  companyId,
  onClose,
  onOpen,
}: {
  companyId: string
  onClose: () => void
  onOpen: () => void
}) {
  const { t } = useLingui()
  const termLabel = usePaymentTerm()
  const query = useQuery(companyQuery(companyId))
  const { sales, payment_term } = query.data?.company ?? {}
  const term = sales?.payment_term?.code ?? payment_term?.code
  return (
    <SidePanel
      label={t`Company`}
      title={<span className="truncate">{query.data?.company.name}</span>}
      actions={
        <IconButton icon={ExternalLink} label={t({ message: 'Open', context: 'verb' })} keys="enter" onClick={onOpen} />
      }
      onClose={onClose}
    >
      <Loaded query={query}>
        {({ company, order_count }) => (
          <>
            <Section>
              <div className="flex items-center gap-2 pb-2">
                <Roles isCustomer={company.is_customer ?? false} isSubcontractor={company.is_subcontractor ?? false} />
                <CompanyStatus
                  status={String((company.is_customer ? company.status : company.purchase?.status) ?? '')}
                />
              </div>
              <Properties>
                <Property name={t`Code`}>{company.code}</Property>
                <Property name={t`Ledger account`}>{company.accounting_code}</Property>
                <Property name={t`VAT number`}>{company.vat_number}</Property>
                <Property name={t`Payment term`}>{term && termLabel(term)}</Property>
                <Property name={t`Orders`}>
                  <span className="tnum">{order_count}</span>
                </Property>
                <Property name={t`Billing address`}>
                  {[
                    company.billing_location?.address,
                    company.billing_location?.city,
                    company.billing_location?.country,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </Property>
              </Properties>
            </Section>
            {(company.contacts ?? []).length > 0 && (
              <Section title={<Trans>Contacts</Trans>}>
                <ul className="grid gap-2">
                  {company.contacts?.map((contact) => (
                    <li key={contact.id}>
                      <p className="font-medium">{contact.name}</p>
                      <p className="text-ink-2">
                        {[contact.phone_number && phoneText(contact.phone_number), contact.email]
                          .filter(Boolean)
                          .join(' · ')}
                      </p>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}
