import type { ViewedDocument } from '@cartage/contract/documents/app/review'
import { Trans, useLingui } from '@lingui/react/macro'
import { FileText } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Picture } from '../picture.tsx'
import { FileView, PdfFrame } from '../preview.tsx'

/** Shows a document in place: PDF, text, or a picture with rotate and zoom. Other files are downloaded. */
export function DocumentView({ document }: { document: ViewedDocument }) {
  const { t } = useLingui()
  const { document_id, name, shown_as } = document
  const address = `/app/documents/${document_id}/view`
  return (
    <section
      aria-label={t`Content of ${name}`}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-sunken max-lg:min-h-[480px]"
    >
      {shown_as === 'PDF' && <PdfFrame address={address} title={name} hasTools />}
      {shown_as === 'PICTURE' && <Picture address={address} name={name} />}
      {shown_as === 'TEXT' && <FileView address={address} title={name} />}
      {shown_as === null && (
        <EmptyState
          icon={FileText}
          title={t`Cannot be shown here`}
          text={t`Download the file to open it with its own program.`}
        >
          <a href={`/app/documents/${document_id}/download`} download={name} className="btn btn-outline mt-4">
            <Trans>Download</Trans>
          </a>
        </EmptyState>
      )}
    </section>
  )
}
