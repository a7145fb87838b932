import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink } from '../../ui/icons.tsx'
import { previewAddress } from '../queries.ts'

/** The PDF of a document next to its lines; of a draft, as it would be. */
export function PdfPreview({ invoice }: { invoice: Pick<InvoiceRecord, 'invoice_id' | 'version'> }) {
  const { t } = useLingui()
  const address = previewAddress(invoice.invoice_id, invoice.version)
  return (
    <section
      aria-label={t`PDF preview`}
      className="flex min-h-0 w-[44%] shrink-0 flex-col border-l border-line bg-sunken max-lg:h-[640px] max-lg:w-full"
    >
      <div className="flex h-10 shrink-0 items-center justify-between border-b border-line px-4">
        <h2 className="text-[12px] font-medium text-ink-3">
          <Trans>PDF preview</Trans>
        </h2>
        <a href={address} target="_blank" rel="noopener" className="btn btn-ghost">
          <ExternalLink size={14} aria-hidden="true" />
          <Trans>Open PDF</Trans>
        </a>
      </div>
      <iframe src={`${address}#toolbar=0&view=FitH`} title={t`PDF preview`} className="min-h-0 w-full flex-1" />
    </section>
  )
}
