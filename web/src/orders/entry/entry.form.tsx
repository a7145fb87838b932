import type { OrderReference } from '@cartage/contract/orders/app/entry'
import type { OrderEditable } from '@cartage/contract/orders/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Button, IconButton } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Plus, TriangleAlert, X } from '../../ui/icons.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { fieldId, LongTextField, TextField, useEntryField } from './form-fields.tsx'
import { type EntryForm, emptyConsignment, emptyStop, type Scenario, scenarios, shows } from './form-model.ts'
import { GoodsGrid } from './goods/grid.tsx'
import { MoveButtons, type MoveRows, useMoveRows } from './move-rows.tsx'
import { dropsContainer } from './order-of-form.ts'
import { CustomerField, NamedField } from './pickers.tsx'
import { StopFields } from './stop.form.tsx'

interface Parts {
  reference: OrderReference
  /** Members that may be changed. All of them for a new order. */
  editable: OrderEditable
  /** Owner of the recent choices that are offered first. */
  owner: string
  isChange: boolean
  /** The order already has its identifier. */
  hasIdentifier: boolean
}

const headGrid =
  'grid gap-x-3 gap-y-2 [grid-template-columns:minmax(0,2fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_auto] max-sm:[grid-template-columns:repeat(2,minmax(0,1fr))] max-sm:*:first:col-span-2'

/** The whole order on one page. */
export function EntryFields(parts: Parts) {
  const { t } = useLingui()
  const { editable, reference, owner, isChange, hasIdentifier } = parts
  const scenario = useWatch<EntryForm, 'scenario'>({ name: 'scenario' })
  const base = useWatch<EntryForm, 'base'>({ name: 'base' })
  return (
    <div className="mx-auto grid w-full max-w-[1080px] gap-4 px-5 py-4">
      <div className={headGrid}>
        <CustomerField isLocked={!editable.customer} owner={owner} />
        <NamedField
          path="service"
          label={t`Transport service`}
          choices={reference.transport_services}
          isLocked={!editable.transport}
        />
        <NamedField
          path="level"
          label={t`Service level`}
          choices={reference.service_levels}
          isLocked={!editable.transport}
        />
        <ScenarioSwitch isLocked={!editable.transport} mayLoseContainer={!isChange || editable.start} />
      </div>
      <LostContainer isChange={isChange} />
      <div className={headGrid}>
        <TextField path="reference" label={t`Customer reference`} isLocked={!editable.references} />
        <TextField
          path="identifier"
          label={t`Your reference ID`}
          placeholder={t`= order number`}
          isLocked={hasIdentifier}
        />
        <span className="max-sm:hidden" />
        <QuoteField isLocked={!editable.start} />
      </div>
      {scenario !== 'ROAD' && <ContainerFields {...parts} />}
      {shows({ scenario, base }, 'setup') && <ExtraStops name="setup" title={t`Collect empty container`} {...parts} />}
      <Consignments {...parts} />
      {shows({ scenario, base }, 'teardown') && (
        <ExtraStops name="teardown" title={t`Return empty container`} {...parts} />
      )}
      <LongTextField path="instructions" label={t`Instructions for planners`} isLocked={!editable.references} />
    </div>
  )
}

/** Road, import or export, chosen with the arrow keys or by first letter. */
function ScenarioSwitch({
  isLocked,
  mayLoseContainer,
}: {
  isLocked: boolean
  /** False if parts are planned, because the plan depends on the container. */
  mayLoseContainer: boolean
}) {
  const { t } = useLingui()
  const { getValues, setValue } = useFormContext<EntryForm>()
  const { value, change, fault } = useEntryField<Scenario>('scenario')
  const base = useWatch<EntryForm, 'base'>({ name: 'base' })
  const labels: Record<Scenario, string> = { ROAD: t`Road`, IMPORT: t`Import`, EXPORT: t`Export` }
  const choose = (next: Scenario) => {
    change(next)
    const list = next === 'IMPORT' ? 'teardown' : 'setup'
    if (next !== 'ROAD' && getValues(list).length === 0) setValue(list, [emptyStop()])
  }
  const mayLeave = mayLoseContainer || !base?.container?.container_scenario
  return (
    <fieldset aria-invalid={fault !== undefined}>
      <legend className="flex h-5 items-center text-[12px] font-medium text-ink-2">
        <Trans>Type</Trans>
      </legend>
      <div className="flex h-7 items-center rounded-md bg-sunken p-0.5 shadow-[0_0_0_1px_var(--line-strong)_inset]">
        {scenarios.map((one) => (
          <label key={one} className="segment">
            <input
              id={value === one ? fieldId('scenario') : undefined}
              type="radio"
              name="scenario"
              className="sr-only"
              checked={value === one}
              disabled={isLocked || (one === 'ROAD' && !mayLeave)}
              onChange={() => choose(one)}
            />
            {labels[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What a container order loses as a road order. Switching back restores it until the order is saved. */
function LostContainer({ isChange }: { isChange: boolean }) {
  const { t } = useLingui()
  const scenario = useWatch<EntryForm, 'scenario'>({ name: 'scenario' })
  const base = useWatch<EntryForm, 'base'>({ name: 'base' })
  if (!isChange || !dropsContainer({ base, scenario })) return null
  const stops = [...(base?.setup_stops ?? []), ...(base?.teardown_stops ?? [])]
  const lost = [
    base?.container?.container_number ?? t`container`,
    ...stops.map(({ location }) => location.name ?? location.city ?? t`stop`),
  ]
  return (
    <Notice icon={TriangleAlert} tone="amber">
      <Trans>Saving as a road order removes: {lost.join(', ')}. Choose Import or Export to keep them.</Trans>
    </Notice>
  )
}

function QuoteField({ isLocked }: { isLocked: boolean }) {
  const { value, change } = useEntryField<boolean>('isQuote')
  return (
    <div className="self-end">
      <CheckField isOn={value} onChange={change} disabled={isLocked}>
        <Trans>Quote</Trans>
      </CheckField>
    </div>
  )
}

function ContainerFields({ reference, editable }: Parts) {
  const { t } = useLingui()
  const isLocked = !editable.transport
  return (
    <Part title={t`Container`}>
      <div className="grid gap-x-3 gap-y-1.5 [grid-template-columns:repeat(4,minmax(0,1fr))] max-sm:[grid-template-columns:repeat(2,minmax(0,1fr))]">
        <TextField path="container.number" label={t`Container number`} placeholder="MSKU1234565" isLocked={isLocked} />
        <NamedField
          path="container.type"
          label={t`Container type`}
          choices={reference.container_types}
          isLocked={isLocked}
        />
        <TextField path="container.seal" label={t`Seal`} isLocked={isLocked} />
        <TextField path="container.pin" label={t`Release code`} isLocked={isLocked} />
      </div>
    </Part>
  )
}

function ExtraStops({ name, title, editable, owner }: Parts & { name: 'setup' | 'teardown'; title: string }) {
  const { control } = useFormContext<EntryForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const moving = useMoveRows(name, { count: fields.length, isStill: !editable.transport, move })
  return (
    <Part title={title}>
      {fields.map((field, at) => (
        <StopFields
          key={field.id}
          path={`${name}.${at}`}
          title={title}
          owner={owner}
          isLocked={!editable.transport}
          at={at}
          moving={moving}
          onRemove={() => remove(at)}
        />
      ))}
      {editable.transport && (
        <Button icon={Plus} variant="ghost" className="-ml-2 justify-self-start" onClick={() => append(emptyStop())}>
          <Trans>Stop</Trans>
        </Button>
      )}
    </Part>
  )
}

function Consignments(parts: Parts) {
  const { t } = useLingui()
  const { control } = useFormContext<EntryForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'consignments' })
  const moving = useMoveRows('consignments', { count: fields.length, isStill: !parts.editable.transport, move })
  return (
    <>
      {fields.map((field, at) => (
        <Part
          key={field.id}
          title={fields.length === 1 ? t`Transport` : t`Consignment ${at + 1}`}
          actions={
            fields.length > 1 &&
            parts.editable.transport && (
              <>
                <MoveButtons at={at} moving={moving} />
                <IconButton icon={X} label={t`Remove consignment`} onClick={() => remove(at)} />
              </>
            )
          }
        >
          <ConsignmentFields at={at} moving={moving} {...parts} />
        </Part>
      ))}
      {parts.editable.transport && (
        <Button
          icon={Plus}
          variant="ghost"
          className="-mt-2 -ml-2 justify-self-start"
          onClick={() => append(emptyConsignment())}
        >
          <Trans>Add consignment</Trans>
        </Button>
      )}
    </>
  )
}

function ConsignmentFields({ at, moving, reference, editable, owner }: Parts & { at: number; moving: MoveRows }) {
  const { t } = useLingui()
  const { control } = useFormContext<EntryForm>()
  const path = `consignments.${at}` as const
  const stops = useFieldArray({ control, name: `${path}.standalone` as 'consignments.0.standalone' })
  const isLocked = !editable.transport
  const movingStops = useMoveRows(`${path}.standalone`, {
    count: stops.fields.length,
    isStill: isLocked,
    move: stops.move,
  })
  const add = () => {
    stops.append(emptyStop())
    requestAnimationFrame(() =>
      document.getElementById(fieldId(`${path}.standalone.${stops.fields.length}.place`))?.focus(),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && event.code === 'KeyN' && !isLocked) {
      event.preventDefault()
      add()
    }
  }
  // A key in an intermediate stop moves that stop, elsewhere the consignment.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).closest('[data-moves]')) moving.onKeyDownCapture(at)(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: catches a key of the fields inside
    <div className="grid gap-3" onKeyDown={onKeyDown} onKeyDownCapture={onKeyDownCapture}>
      <StopFields path={`${path}.pickup`} title={t`Pickup`} owner={owner} isLocked={isLocked} />
      {stops.fields.map((field, index) => (
        <StopFields
          key={field.id}
          path={`${path}.standalone.${index}`}
          title={t`Stop`}
          owner={owner}
          activities={reference.custom_activities}
          isLocked={isLocked}
          at={index}
          moving={movingStops}
          onRemove={() => stops.remove(index)}
        />
      ))}
      <StopFields path={`${path}.delivery`} title={t`Delivery`} owner={owner} isLocked={isLocked} />
      <GoodsGrid at={at} packaging={reference.packaging_types} isLocked={isLocked} />
      {!isLocked && (
        <Button icon={Plus} variant="ghost" className="-mt-2 -ml-2 justify-self-start" keys="alt+n" onClick={add}>
          <Trans>Add stop</Trans>
        </Button>
      )}
    </div>
  )
}

function Part({ title, actions, children }: { title: string; actions?: React.ReactNode; children: React.ReactNode }) {
  return (
    <section className="grid gap-2 border-t border-line pt-3">
      <div className="flex min-h-6 items-center">
        <h2 className="flex-1 text-[13px] font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
