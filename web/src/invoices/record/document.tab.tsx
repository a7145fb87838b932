import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { languageNames } from '@cartage/contract/reading/languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../books/amount.tsx'
import { PdfPreview } from '../../documents/preview.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { InvoiceStatus } from '../labels.tsx'
import { previewAddress } from '../queries.ts'
import { LinesTable } from './lines-table.tsx'
import { Totals } from './totals.tsx'
import { VatTable } from './vat-table.tsx'

/** Content of a document, next to the customer's PDF. */
export function DocumentTab({ invoice }: { invoice: InvoiceRecord }) {
  const { t } = useLingui()
  return (
    <div className="flex h-full min-h-0 max-lg:flex-col">
      <div className="min-h-0 min-w-0 flex-1 overflow-y-auto px-4">
        <Section>
          <Facts invoice={invoice} />
        </Section>
        <Section title={t`Lines`}>
          <LinesTable lines={invoice.lines} currency={invoice.currency} />
          <Totals invoice={invoice} />
        </Section>
        <Section title={t`VAT`}>
          <VatTable taxes={invoice.taxes} currency={invoice.currency} />
        </Section>
        {invoice.credit_notes.length > 0 && (
          <Section title={t`Credit notes`}>
            <CreditNotes invoice={invoice} />
          </Section>
        )}
      </div>
      <PdfPreview address={previewAddress(invoice.invoice_id, invoice.version)} />
    </div>
  )
}

function Facts({ invoice }: { invoice: InvoiceRecord }) {
  const { t } = useLingui()
  const { date, due_date, booking_date, company_id, company_name, customer_reference_numbers: references } = invoice
  return (
    <div className="grid items-start gap-x-8 xl:grid-cols-2">
      <Properties>
        <Property name={t`Company`}>
          <Link to="/companies/$companyId" params={{ companyId: company_id }} className="underline">
            {company_name}
          </Link>
        </Property>
        <Property name={t`Reference`}>{references.join(', ')}</Property>
        <Property name={t`Billing entity`}>{invoice.billing_entity_code}</Property>
        <Property name={t`Language`}>{nameOfLanguage(invoice.language)}</Property>
      </Properties>
      <Properties>
        <Property name={t`Date`}>{date && <OrderDay date={date} />}</Property>
        {due_date !== null && (
          <Property name={t`Due`}>
            <OrderDay date={due_date} />
          </Property>
        )}
        {booking_date !== null && booking_date !== date && (
          <Property name={t`Booking date`}>
            <OrderDay date={booking_date} />
          </Property>
        )}
        {invoice.external_name !== null && <Property name={t`Supplier's number`}>{invoice.external_name}</Property>}
        <Property name={t`Text`}>{invoice.note}</Property>
      </Properties>
    </div>
  )
}

function nameOfLanguage(code: string): string {
  return Object.hasOwn(languageNames, code) ? languageNames[code as keyof typeof languageNames] : code
}

function CreditNotes({ invoice }: { invoice: InvoiceRecord }) {
  return (
    <ul>
      {invoice.credit_notes.map(({ invoice_id, name, status, total_incl_tax }) => (
        <li key={invoice_id} className="flex min-h-9 items-center gap-3">
          <Link to="/invoices/$invoiceId" params={{ invoiceId: invoice_id }} className="tnum font-medium underline">
            {name ?? <Trans>Draft credit note</Trans>}
          </Link>
          <InvoiceStatus status={status} />
          <span className="flex-1 text-right">
            <Amount amount={`-${total_incl_tax}`} currency={invoice.currency} />
          </span>
        </li>
      ))}
    </ul>
  )
}
