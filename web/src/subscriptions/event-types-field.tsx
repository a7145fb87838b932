import { allEvents, optionalEventTypes } from '@cartage/contract/events/endpoints'
import { Trans } from '@lingui/react/macro'
import { useLabels } from '../records/code-labels.ts'
import { eventLabels, eventLevelLabels } from '../records/event.labels.ts'
import { CheckField } from '../ui/form/checkbox.tsx'
import { CircleAlert } from '../ui/icons.tsx'
import { typesByLevel, usualTypes } from './draft.ts'

interface TypesProps {
  /** `all` with optional types, or single types. */
  types: readonly string[]
  fault: string | undefined
  onChange: (types: readonly string[]) => void
}

/** Event types that an endpoint receives: all or some, with frequent ones opt-in. */
export function TypesField({ types, fault, onChange }: TypesProps) {
  const eventLabel = useLabels(eventLabels)
  const isAll = types.includes(allEvents)
  const apart = types.filter((type) => (optionalEventTypes as readonly string[]).includes(type))
  const toggle = (some: readonly string[], isOn: boolean) => {
    const others = types.filter((type) => !some.includes(type))
    onChange(isOn ? [...others, ...some] : others)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="h-6 text-[12px] font-medium text-ink-2">
        <Trans>Event types</Trans>{' '}
        {!isAll && (
          <span className="font-normal text-ink-3">
            <Trans>{types.length} selected</Trans>
          </span>
        )}
      </legend>
      <CheckField isOn={isAll} onChange={(isOn) => onChange([...(isOn ? [allEvents] : usualTypes), ...apart])}>
        <Trans>All standard event types</Trans>
      </CheckField>
      {!isAll && <Levels types={types} toggle={toggle} />}
      <div className="mt-2 text-[12px] text-ink-3">
        <Trans>Optional, high volume</Trans>
      </div>
      {optionalEventTypes.map((type) => (
        <CheckField key={type} isOn={types.includes(type)} onChange={(isOn) => toggle([type], isOn)}>
          <span title={type}>{eventLabel(type)}</span>
        </CheckField>
      ))}
      {fault !== undefined && (
        <p className="mt-1 flex items-center gap-1 text-[12px] text-red">
          <CircleAlert size={12} aria-hidden="true" />
          {fault}
        </p>
      )}
    </fieldset>
  )
}

/** Single event types, by subject. */
function Levels({
  types,
  toggle,
}: {
  types: readonly string[]
  toggle: (some: readonly string[], isOn: boolean) => void
}) {
  const eventLabel = useLabels(eventLabels)
  const levelLabel = useLabels(eventLevelLabels)
  return (
    <div className="mt-1 grid max-h-64 grid-cols-2 gap-x-4 overflow-y-auto rounded-lg border border-line px-3 py-2">
      {typesByLevel.map(([level, all]) => (
        <div key={level} className="pb-1.5">
          <CheckField
            isOn={all.every((type) => types.includes(type))}
            isPart={all.some((type) => types.includes(type)) && !all.every((type) => types.includes(type))}
            onChange={(isOn) => toggle(all, isOn)}
          >
            <span className="font-medium">{levelLabel(level)}</span>
          </CheckField>
          {all.map((type) => (
            <div key={type} className="pl-5">
              <CheckField isOn={types.includes(type)} onChange={(isOn) => toggle([type], isOn)}>
                <span title={type}>{eventLabel(type)}</span>
              </CheckField>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
