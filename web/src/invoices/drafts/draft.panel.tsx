import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, useMemo, useState } from 'react'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { useCommands } from '../../shell/commands.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowRightLeft, Maximize2, PencilLine, TriangleAlert } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Section, SidePanel } from '../../ui/overlay/side-panel.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { invoiceQuery } from '../queries.ts'
import { LinesTable } from '../record/lines-table.tsx'
import { Totals } from '../record/totals.tsx'
import { VatTable } from '../record/vat-table.tsx'
import { isCreditNote } from '../states.ts'

// Loaded when it is opened.
const EditDialog = lazy(async () => ({ default: (await import('./edit.dialog.tsx')).EditDraftDialog }))
const MoveDialog = lazy(async () => ({ default: (await import('./move.dialog.tsx')).MoveLinesDialog }))

/** Keyboard shortcut of the panel that opens something, active while this user may. */
function useKey(isOn: boolean, keys: string, title: string, open: (isOpen: true) => void): void {
  useCommands(
    useMemo(
      () => (isOn ? [{ id: `draft-${keys}`, title, keys, run: () => open(true) }] : []),
      [isOn, keys, title, open],
    ),
  )
}

interface PanelProps {
  invoiceId: string
  onClose: () => void
  /** Opens the draft that received the lines. */
  onMoved: (invoiceId: string) => void
}

/** A draft next to the list: issues, movable lines and totals. */
export function DraftPanel({ invoiceId, onClose, onMoved }: PanelProps) {
  const { t } = useLingui()
  const query = useQuery(invoiceQuery(invoiceId))
  return (
    <SidePanel
      isWide
      title={query.data?.company_name ?? ''}
      label={t`Draft`}
      onClose={onClose}
      actions={
        <Link to="/invoices/$invoiceId" params={{ invoiceId }} className="btn btn-ghost">
          <Maximize2 size={14} aria-hidden="true" />
          <Trans context="verb">Open</Trans>
        </Link>
      }
    >
      <Loaded query={query}>{(draft) => <Parts draft={draft} onMoved={onMoved} />}</Loaded>
    </SidePanel>
  )
}

function Parts({ draft, onMoved }: { draft: InvoiceRecord; onMoved: (invoiceId: string) => void }) {
  const { t } = useLingui()
  const mayWrite = usePermission('invoice.write')
  const [isEditing, setIsEditing] = useState(false)
  useKey(mayWrite, 'e', t`Edit draft`, setIsEditing)
  return (
    <>
      <Section
        actions={
          mayWrite && (
            <Button icon={PencilLine} keys="e" onClick={() => setIsEditing(true)}>
              <Trans>Edit</Trans>
            </Button>
          )
        }
        title={t`Draft`}
      >
        <Facts draft={draft} />
        <Warnings draft={draft} />
      </Section>
      <Lines draft={draft} onMoved={onMoved} />
      <Section title={t`VAT`}>
        <VatTable taxes={draft.taxes} currency={draft.currency} />
      </Section>
      {isEditing && (
        <LateDialog>
          <EditDialog invoice={draft} onClose={() => setIsEditing(false)} />
        </LateDialog>
      )}
    </>
  )
}

function Facts({ draft }: { draft: InvoiceRecord }) {
  const { t } = useLingui()
  return (
    <Properties>
      <Property name={t`Date`}>{draft.date && <OrderDay date={draft.date} />}</Property>
      <Property name={t`Due`}>{draft.due_date && <OrderDay date={draft.due_date} />}</Property>
      <Property name={t`Reference`}>{draft.customer_reference_numbers.join(', ')}</Property>
      <Property name={t`Text`}>{draft.note}</Property>
    </Properties>
  )
}

function Warnings({ draft: { is_stale, warnings } }: { draft: InvoiceRecord }) {
  if (!is_stale && warnings.length === 0) return null
  return (
    <Notice icon={TriangleAlert} tone="amber">
      <ul>
        {is_stale && (
          <li>
            <Trans>Charges changed since this draft was written. Refresh it before you finalise it.</Trans>
          </li>
        )}
        {warnings.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Lines({ draft, onMoved }: { draft: InvoiceRecord; onMoved: (invoiceId: string) => void }) {
  const { t } = useLingui()
  const canMove = usePermission('invoice.write') && !isCreditNote(draft)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isMoving, setIsMoving] = useState(false)
  useKey(canMove && ids.size > 0, 'm', t`Move lines`, setIsMoving)
  const toggle = (id: string) =>
    setIds((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  return (
    <Section
      title={t`Lines`}
      actions={
        canMove && (
          <Button icon={ArrowRightLeft} keys="m" disabled={ids.size === 0} onClick={() => setIsMoving(true)}>
            <Trans>Move lines…</Trans>
          </Button>
        )
      }
    >
      <LinesTable
        isNarrow
        lines={draft.lines}
        currency={draft.currency}
        {...(canMove && { chosen: { ids, toggle } })}
      />
      <Totals invoice={draft} />
      {isMoving && (
        <LateDialog>
          <MoveDialog
            draft={draft}
            lineIds={[...ids]}
            onClose={() => setIsMoving(false)}
            onMoved={(id) => {
              setIds(new Set())
              setIsMoving(false)
              onMoved(id)
            }}
          />
        </LateDialog>
      )}
    </Section>
  )
}
