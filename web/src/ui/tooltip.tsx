import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Keys } from './keys.tsx'
import { usePopupPlace } from './popup-place.tsx'

/** Name of a control's action with its keys. The control itself also needs an accessible name. */
export function Tooltip({ text, keys, children }: { text: string; keys?: string | undefined; children: ReactElement }) {
  const place = usePopupPlace()
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal container={place}>
        <Base.Positioner sideOffset={6} className="z-30">
          <Base.Popup className="pop flex items-center gap-2 px-2 py-1 text-[12px]">
            {text}
            {keys !== undefined && <Keys keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Tooltips within it share one delay: after the first, the next one opens at once. */
export const TooltipGroup = Base.Provider
