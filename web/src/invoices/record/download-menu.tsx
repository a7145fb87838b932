import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Download, FileText } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { FileCode } from '../icons.tsx'

// Loaded when it is opened.
const XmlDialog = lazy(async () => ({ default: (await import('./xml.dialog.tsx')).XmlDialog }))

type File = InvoiceRecord['files'][number]

/** Download URL of a document's file. */
export function fileAddress({ document_id }: Pick<File, 'document_id'>): string {
  return `/app/documents/${document_id}/download`
}

/** Files of a document, to save or view. */
export function DownloadMenu({ invoice: { files } }: { invoice: Pick<InvoiceRecord, 'files'> }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<File>()
  const labels: Readonly<Record<File['kind'], string>> = {
    PDF: t`PDF`,
    UBL: t`XML (UBL)`,
    FACTUR_X: t`Factur-X`,
    RECEIVED: t`Received file`,
  }
  const xml = files.find(({ kind }) => kind === 'UBL')
  return (
    <>
      <Menu
        trigger={
          <Button
            icon={Download}
            disabled={files.length === 0}
            title={files.length === 0 ? t`Files are being written` : undefined}
          >
            <Trans>Download</Trans>
          </Button>
        }
      >
        {files.map((file) => (
          <MenuItem key={file.document_id} icon={FileText} onSelect={() => window.location.assign(fileAddress(file))}>
            {labels[file.kind]}
          </MenuItem>
        ))}
        {xml && (
          <MenuItem icon={FileCode} onSelect={() => setShown(xml)}>
            <Trans>View XML</Trans>
          </MenuItem>
        )}
      </Menu>
      {shown && (
        <LateDialog>
          <XmlDialog address={fileAddress(shown)} onClose={() => setShown(undefined)} />
        </LateDialog>
      )}
    </>
  )
}
