import { type CarrierDocumentType, type CarrierStop, carrierDocumentTypes } from '@cartage/contract/doors/app/carrier'
import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { FileUp } from '../../ui/icons.tsx'
import { ActionFailed } from './failure.tsx'
import { documentLabels } from './labels.ts'
import { useCarrierAction } from './queries.ts'

/** Uploads a photo or PDF for a stop: document type first, then the file. */
export function UploadForm({ stop, onClose }: { stop: CarrierStop; onClose(): void }) {
  const { t } = useLingui()
  const { act, isBusy, error } = useCarrierAction()
  const [documentType, setDocumentType] = useState<CarrierDocumentType>(
    stop.kind === 'DELIVERY' ? 'PROOF_OF_DELIVERY' : 'CMR',
  )
  const id = useId()
  const upload = (file: File | undefined) => {
    if (file) act({ kind: 'upload', stopId: stop.stop_id, documentType, file }, onClose)
  }
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <label htmlFor={id} className="text-[15px] font-medium">
          {t`Type of document`}
        </label>
        <select
          id={id}
          className="door-input"
          value={documentType}
          onChange={(event) => {
            const chosen = carrierDocumentTypes.find((one) => one === event.target.value)
            if (chosen) setDocumentType(chosen)
          }}
        >
          {carrierDocumentTypes.map((one) => (
            <option key={one} value={one}>
              {t(documentLabels[one])}
            </option>
          ))}
        </select>
      </div>
      <ActionFailed error={error} />
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <button type="button" className="door-button door-button-outline" onClick={onClose}>
          {t`Back`}
        </button>
        <label
          className="door-button door-button-brand has-[:disabled]:opacity-55 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-(--focus)"
          aria-busy={isBusy}
        >
          <FileUp size={20} />
          {isBusy ? t`Uploading…` : t`Choose file`}
          <input
            type="file"
            className="sr-only"
            accept="image/*,application/pdf"
            disabled={isBusy}
            onChange={(event) => {
              upload(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
      </div>
    </div>
  )
}
