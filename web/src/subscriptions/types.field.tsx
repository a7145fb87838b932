import { optionalEventTypes } from '@cartage/contract/events'
import { Trans } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { eventLevelWords, eventWords } from '../events/event-words.ts'
import { useWords } from '../records/words.ts'
import { CheckField } from '../ui/checkbox.tsx'
import { typesByLevel } from './wish.ts'

/** Which kinds of events a receiver is told of, by what they are about. None chosen means all. */
export function TypesField({
  types,
  fault,
  onChange,
}: {
  types: readonly string[]
  fault: string | undefined
  onChange: (types: readonly string[]) => void
}) {
  const eventWord = useWords(eventWords)
  const levelWord = useWords(eventLevelWords)
  const toggle = (some: readonly string[], isOn: boolean) => {
    const others = types.filter((type) => !some.includes(type))
    onChange(isOn ? [...others, ...some] : others)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="h-6 text-[12px] font-medium text-ink-2">
        <Trans>Kinds of events</Trans>{' '}
        <span className="font-normal text-ink-3">
          {types.length === 0 ? <Trans>all of them, while none is chosen</Trans> : <Trans>{types.length} chosen</Trans>}
        </span>
      </legend>
      <div className="grid max-h-64 grid-cols-2 gap-x-4 overflow-y-auto rounded-lg border border-line px-3 py-2">
        {typesByLevel.map(([level, all]) => (
          <div key={level} className="pb-1.5">
            <CheckField
              isOn={all.every((type) => types.includes(type))}
              isPart={all.some((type) => types.includes(type)) && !all.every((type) => types.includes(type))}
              onChange={(isOn) => toggle(all, isOn)}
            >
              <span className="font-medium">{levelWord(level)}</span>
            </CheckField>
            {all.map((type) => (
              <div key={type} className="pl-5">
                <CheckField isOn={types.includes(type)} onChange={(isOn) => toggle([type], isOn)}>
                  <span title={type}>{eventWord(type)}</span>
                  {(optionalEventTypes as readonly string[]).includes(type) && (
                    <span className="text-[12px] text-ink-3">
                      <Trans>only when chosen</Trans>
                    </span>
                  )}
                </CheckField>
              </div>
            ))}
          </div>
        ))}
      </div>
      {fault !== undefined && (
        <p className="mt-1 flex items-center gap-1 text-[12px] text-red">
          <CircleAlert size={12} aria-hidden="true" />
          {fault}
        </p>
      )}
    </fieldset>
  )
}
