import type { PaperConsignment, PaperKind } from '@cartage/contract/papers/app'
import { type Language, languageNames, languages } from '@cartage/contract/reading/languages'
import { i18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { TriangleAlert } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { emptyBoxLabels, paperLabels } from './labels.ts'
import { type PaperChoice, type PaperSource, paperAddress, papersQuery, useSavePaper } from './queries.ts'

/** Option for all consignments. */
const all = 'all'

interface PrintProps {
  source: PaperSource
  paper: PaperKind
  onClose: () => void
}

/** Prints a paper in a language, or saves it to the documents. States which required boxes stay empty. */
export function PrintDialog({ source, paper, onClose }: PrintProps) {
  const { t } = useLingui()
  const [language, setLanguage] = useState<Language>(() => languages.find((one) => one === i18n.locale) ?? 'en')
  const [chosen, setChosen] = useState<string>(all)
  const [withCopies, setWithCopies] = useState(false)
  const query = useQuery(papersQuery(source))
  const items = query.data?.items ?? []
  const choice = { paper, language, consignmentId: chosen === all ? undefined : chosen, withCopies }
  const shown = items.filter((one) => chosen === all || one.consignment_id === chosen)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Print ${t(paperLabels[paper])}`}
      footer={
        <PrintFooter
          source={source}
          choice={choice}
          isLoading={query.isLoading}
          isDisabled={shown.length === 0}
          onClose={onClose}
        />
      }
    >
      <div className="grid gap-3">
        <Field label={t`Language`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={languages.map((value) => ({ value, label: languageNames[value] }))}
              value={language}
              onChange={setLanguage}
            />
          )}
        </Field>
        {items.length > 1 && paper !== 'loading_list' && (
          <Field label={t`Consignment`} fault={undefined}>
            {(input) => (
              <Select
                {...input}
                choices={[{ value: all, label: t`All` }, ...items.map(choiceOf)]}
                value={chosen}
                onChange={setChosen}
              />
            )}
          </Field>
        )}
        {paper === 'consignment_note' && (
          <CheckField isOn={withCopies} onChange={setWithCopies}>
            <Trans>Four copies in colour: sender, consignee, carrier, file</Trans>
          </CheckField>
        )}
        {paper === 'consignment_note' && <EmptyBoxes items={shown} />}
        {query.data?.items.length === 0 && (
          <Notice icon={TriangleAlert} tone="amber">
            <Trans>This trip carries no orders.</Trans>
          </Notice>
        )}
        {query.error && <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />}
      </div>
    </Dialog>
  )
}

function choiceOf({ consignment_id, number, from, to }: PaperConsignment) {
  return { value: consignment_id, label: `${number}: ${from ?? '?'} – ${to ?? '?'}` }
}

/** Boxes to be filled in by hand. */
function EmptyBoxes({ items }: { items: readonly PaperConsignment[] }) {
  const { t } = useLingui()
  const boxes = [...new Set(items.flatMap(({ empty_boxes }) => empty_boxes))].map((box) => t(emptyBoxLabels[box]))
  if (boxes.length === 0) return null
  return (
    <Notice icon={TriangleAlert} tone="amber">
      <Trans>Printed empty, to fill in by hand:</Trans>
      <ul>
        {boxes.map((box) => (
          <li key={box}>{box}</li>
        ))}
      </ul>
    </Notice>
  )
}

function PrintFooter({
  source,
  choice,
  isLoading,
  isDisabled,
  onClose,
}: {
  source: PaperSource
  choice: PaperChoice
  isLoading: boolean
  isDisabled: boolean
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('order.write')
  const save = useSavePaper(source)
  const name = t(paperLabels[choice.paper])
  const saveIt = () =>
    save.mutate(choice, {
      onSuccess() {
        toasts.done(t`${name} saved to documents`)
        onClose()
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  const open = () => {
    window.open(paperAddress(source, choice), '_blank', 'noopener')
    onClose()
  }
  return (
    <DialogFooter
      verb={<Trans>Open PDF</Trans>}
      onClose={onClose}
      onConfirm={open}
      isLoading={isLoading}
      isDisabled={isDisabled}
    >
      {mayWrite && (
        <Button onClick={saveIt} isBusy={save.isPending} isLoading={isLoading} disabled={isDisabled}>
          <Trans>Save to documents</Trans>
        </Button>
      )}
    </DialogFooter>
  )
}
