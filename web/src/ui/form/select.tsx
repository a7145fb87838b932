import { Select as Base } from '@base-ui/react/select'
import { classNames } from '../class-names.ts'
import { Check, ChevronDown } from '../icons.tsx'
import { usePopupPlace } from '../popup-place.tsx'

export interface Choice<Value extends string = string> {
  value: Value
  label: string
  /** Objection to the choice, below its label in the list. */
  note?: string | null | undefined
  isBarred?: boolean | undefined
}

interface SelectProps<Value extends string> {
  id?: string
  label?: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
  disabled?: boolean
  className?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}

/** Chooses from a short list. `label` names it if no visible label does. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { id, label, choices, value, onChange, placeholder, disabled = false, className, ...aria } = props
  const place = usePopupPlace()
  return (
    <Base.Root
      items={choices}
      value={value}
      onValueChange={(next) => next !== null && onChange(next as Value)}
      disabled={disabled}
    >
      <Base.Trigger
        {...aria}
        id={id}
        aria-label={label}
        className={classNames('field flex items-center gap-2 text-left', className)}
      >
        <span className="min-w-0 flex-1 truncate">
          <Base.Value placeholder={<span className="text-ink-3">{placeholder}</span>} />
        </span>
        <ChevronDown size={13} className="shrink-0 text-ink-3" aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal container={place}>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-30 outline-none">
          <Base.Popup className="pop max-h-80 min-w-(--anchor-width) overflow-y-auto">
            <Base.List>
              {choices.map((choice) => (
                <Base.Item
                  key={choice.value}
                  value={choice.value}
                  className="menu-item data-disabled:opacity-100"
                  disabled={choice.isBarred ?? false}
                >
                  <span className="grid size-3.5 place-items-center">
                    <Base.ItemIndicator>
                      <Check size={14} aria-hidden="true" />
                    </Base.ItemIndicator>
                  </span>
                  <span className="min-w-0">
                    <Base.ItemText>{choice.label}</Base.ItemText>
                    {choice.note && <span className="block max-w-80 text-[12px] text-ink-2">{choice.note}</span>}
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
