import type { RecordDocument } from '@cartage/contract/documents/app/record'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { refresh } from '../api/refresh.ts'
import { type CodeLabels, useLabels } from '../records/code-labels.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Select } from '../ui/form/select.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { DocumentsList } from './record.list.tsx'

/** Documents of one record: upload by drop or file picker, download, and removal where allowed. */
export function DocumentsTab({
  query,
  types,
  labels,
  isEditable,
  onAdd,
  onRemove,
  empty,
}: {
  query: UseQueryResult<{ items: RecordDocument[] }>
  /** Possible kinds of a document. */
  types: readonly string[]
  /** Labels of the kinds. */
  labels: CodeLabels
  isEditable: boolean
  onAdd: (file: File, type: string) => Promise<unknown>
  /** Absent for records whose documents cannot be removed. */
  onRemove?: (documentId: string) => Promise<unknown>
  empty: string
}) {
  const { t } = useLingui()
  const labelOf = useLabels(labels)
  const [type, setType] = useState(types.includes('OTHER') ? 'OTHER' : types[0]!)
  const [chosen, setChosen] = useState<RecordDocument>()
  const queryClient = useQueryClient()
  const { left, add } = useUploads(
    (file) => onAdd(file, type),
    () => refresh(queryClient, 'document'),
  )
  if (!isEditable) return <DocumentsList query={query} labels={labels} empty={empty} />
  return (
    <FileDrop
      onFiles={(files) => void add(files)}
      isBusy={left > 0}
      hint={
        left > 0 ? (
          <Plural value={left} one="Uploading # file…" other="Uploading # files…" />
        ) : (
          <Trans>Drop files here: PDF, images, Office files, e-mails, XML, CSV, JSON or text, up to 50 MB each.</Trans>
        )
      }
      aside={
        <Select
          label={t`Document type`}
          choices={types.map((value) => ({ value, label: labelOf(value) }))}
          value={type}
          onChange={setType}
          className="w-60"
        />
      }
    >
      <DocumentsList query={query} labels={labels} empty={empty} onRemove={onRemove && setChosen} />
      {onRemove && (
        <RemoveDialog
          chosen={chosen}
          onClose={() => setChosen(undefined)}
          onRemove={onRemove}
          refresh={() => refresh(queryClient, 'document')}
        />
      )}
    </FileDrop>
  )
}

/** Uploads files one after the other; `left` is the number remaining. */
function useUploads(onAdd: (file: File) => Promise<unknown>, refresh: () => Promise<unknown>) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [left, setLeft] = useState(0)

  async function add(files: File[]) {
    setLeft(files.length)
    let done = 0
    for (const file of files) {
      try {
        await onAdd(file)
        done += 1
      } catch (error) {
        const failure = failureOf(error)
        toasts.failed({ ...failure, title: file.name })
      }
      setLeft((before) => before - 1)
    }
    await refresh()
    if (done > 0)
      toasts.done(
        done === 1 ? t`${files[0]!.name} added` : t`${plural(done, { one: '# file', other: '# files' })} added`,
      )
  }

  return { left, add }
}

function RemoveDialog({
  chosen,
  onClose,
  onRemove,
  refresh,
}: {
  chosen: RecordDocument | undefined
  onClose: () => void
  onRemove: (documentId: string) => Promise<unknown>
  refresh: () => Promise<unknown>
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [isRemoving, setIsRemoving] = useState(false)

  async function remove() {
    if (!chosen) return
    setIsRemoving(true)
    try {
      await onRemove(chosen.document_id)
      toasts.done(t`${chosen.name} removed`)
      await refresh()
    } catch (error) {
      toasts.failed(failureOf(error))
    }
    setIsRemoving(false)
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen={chosen !== undefined}
      title={t`Remove ${chosen?.name ?? ''}?`}
      text={t`This cannot be undone. The proof of a certificate is kept until the certificate is removed.`}
      verb={t`Remove`}
      isBusy={isRemoving}
      onClose={onClose}
      onConfirm={() => void remove()}
    />
  )
}
