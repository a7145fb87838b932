import type { OrderReference } from '@cartage/contract/orders/app/entry'
import { Trans, useLingui } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import { IconButton } from '../../ui/button.tsx'
import { Lock, X } from '../../ui/icons.tsx'
import { DayField, TextField, WindowField } from './form-fields.tsx'
import type { Place } from './form-model.ts'
import { MoveButtons, type MoveRows } from './move-rows.tsx'
import { NamedField, PlaceField } from './pickers.tsx'

/** Place, time and instructions of a stop. */
export function StopFields({
  path,
  title,
  owner,
  activities,
  isLocked,
  at,
  moving,
  onRemove,
}: {
  path: string
  title: string
  owner: string
  /** Only for stops that need an activity. */
  activities?: OrderReference['custom_activities'] | undefined
  isLocked: boolean
  /** Index in a list of stops that can be moved. */
  at?: number | undefined
  moving?: MoveRows | undefined
  onRemove?: (() => void) | undefined
}) {
  const { t } = useLingui()
  const frozen = useWatch({ name: `${path}.frozen` }) as string | null
  const isFixed = isLocked || frozen !== null
  return (
    <fieldset
      className="min-w-0"
      data-moves={moving && ''}
      onKeyDownCapture={at === undefined ? undefined : moving?.onKeyDownCapture(at)}
    >
      <legend className="sr-only">{title}</legend>
      <div className="flex h-6 items-center gap-2">
        <span className="text-[12px] font-semibold" aria-hidden="true">
          {title}
        </span>
        {frozen !== null && (
          <span className="flex items-center gap-1 text-[12px] text-ink-3">
            <Lock size={11} aria-hidden="true" />
            {frozen === 'COMPLETED' ? <Trans>Completed stop, locked</Trans> : <Trans>Vehicle at stop, locked</Trans>}
          </span>
        )}
        {onRemove !== undefined && !isFixed && (
          <span className="ml-auto flex">
            {moving && at !== undefined && <MoveButtons at={at} moving={moving} />}
            <IconButton icon={X} label={t`Remove stop`} onClick={onRemove} />
          </span>
        )}
      </div>
      <div className="grid gap-x-3 gap-y-1.5 [grid-template-columns:minmax(0,2.2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)] max-sm:[grid-template-columns:repeat(2,minmax(0,1fr))] max-sm:*:first:col-span-2">
        <PlaceField path={`${path}.place`} label={t`Location`} owner={owner} isLocked={isFixed} />
        <DayField path={`${path}.date`} label={t`Date`} isLocked={isFixed} />
        <WindowField path={`${path}.window`} label={t`Time`} isLocked={isFixed} />
        <TextField path={`${path}.reference`} label={t`Gate reference`} isLocked={isFixed} />
        {activities !== undefined && (
          <NamedField path={`${path}.activity`} label={t`Activity`} choices={activities} isLocked={isFixed} />
        )}
      </div>
      <AddressFields path={path} isLocked={isFixed} />
    </fieldset>
  )
}

/** Address fields of a new place, or the address of a known place in one line. */
function AddressFields({ path, isLocked }: { path: string; isLocked: boolean }) {
  const { t } = useLingui()
  const place = useWatch({ name: `${path}.place` }) as Place | null
  if (place === null) return null
  const line = [place.address, [place.postal_code, place.city].filter(Boolean).join(' '), place.country]
  if (place.id !== null || isLocked) {
    return <p className="truncate pt-0.5 text-[12px] text-ink-3">{line.filter(Boolean).join(', ')}</p>
  }
  return (
    <div className="grid gap-x-3 pt-1.5 [grid-template-columns:minmax(0,2fr)_minmax(0,0.8fr)_minmax(0,1.4fr)_minmax(0,0.6fr)] max-sm:[grid-template-columns:repeat(2,minmax(0,1fr))] max-sm:gap-y-1.5">
      <TextField path={`${path}.place.address`} label={t`Street`} />
      <TextField path={`${path}.place.postal_code`} label={t`Postal code`} />
      <TextField path={`${path}.place.city`} label={t`Town`} />
      <TextField path={`${path}.place.country`} label={t`Country`} placeholder="BE" />
    </div>
  )
}
