import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { orderRecordQuery } from '../queries.ts'
import type { EntryForm } from './form-model.ts'

interface FooterProps {
  isSaving: boolean
  /** No part of the order is planned yet. */
  isPlannable: boolean
  onCancel: () => void
  onSaveDraft: () => void
  /** @param plans whether the planning board opens with the order */
  onSave: (plans: boolean) => void
}

/** Actions of the entry form, always visible. */
export function EntryFooter({ isSaving, isPlannable, onCancel, onSaveDraft, onSave }: FooterProps) {
  const mayPlan = usePermission('trip.write')
  const isQuote = useWatch<EntryForm, 'isQuote'>({ name: 'isQuote' })
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface px-5 py-2.5 max-sm:px-3">
      <Button onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <span className="flex-1" />
      <Button variant="ghost" onClick={onSaveDraft}>
        <Trans>Save draft</Trans>
      </Button>
      {mayPlan && isPlannable && !isQuote && (
        <Button isBusy={isSaving} onClick={() => onSave(true)}>
          <Trans>Save and plan</Trans>
        </Button>
      )}
      <Button variant="brand" keys="mod+enter" isBusy={isSaving} onClick={() => onSave(false)}>
        <Trans>Save</Trans>
      </Button>
    </footer>
  )
}

/** Opens the planning board on the day of an order, with the order in the pool. */
export function useOpenPlanning() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async (orderId: string) => {
    const { order, order_number } = await queryClient.fetchQuery(orderRecordQuery(orderId))
    const from = order.consignments[0]?.pickup_stop.date ?? undefined
    await navigate({ to: '/planning', search: { find: order_number, from } })
  }
}
