import type { DoorLanguage } from '@cartage/contract/reading/languages'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { DriverContext } from './context.ts'
import { DayScreen } from './day-screen.tsx'
import type { DriverModel } from './model.ts'
import { StopScreen } from './stop-screen.tsx'
import { type Texts, textsOf } from './texts.ts'

interface DriverAppProps {
  model: DriverModel
  first: { language: DoorLanguage; texts: Texts }
  onLanguage(language: DoorLanguage): void
}

/** The page of a driver: the day, or one stop of it. The back button of the phone leads from the stop to the day. */
export function DriverApp({ model, first, onLanguage }: DriverAppProps) {
  const snapshot = useSyncExternalStore(model.subscribe, model.snapshot)
  const [spoken, setSpoken] = useState(first)
  const { stopId, openStop, closeStop } = useOpenStop()
  const choose = async (language: DoorLanguage) => {
    setSpoken({ language, texts: await textsOf(language) })
    onLanguage(language)
  }
  const shown = snapshot.shown.trips.flatMap(({ stops }) => stops).find(({ stop }) => stop.stop_id === stopId)
  return (
    <DriverContext value={{ model, ...spoken }}>
      {shown ? (
        <StopScreen
          key={shown.stop.stop_id}
          shown={shown}
          questions={snapshot.day?.questions ?? []}
          snapshot={snapshot}
          onBack={closeStop}
        />
      ) : (
        <DayScreen snapshot={snapshot} onOpen={openStop} onLanguage={(language) => void choose(language)} />
      )}
    </DriverContext>
  )
}

/** The open stop is in the history of the browser, for the back button of the phone. */
function useOpenStop() {
  const [stopId, setStopId] = useState(stopInHistory)
  useEffect(() => {
    const follow = () => setStopId(stopInHistory())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const openStop = (id: string) => {
    history.pushState({ stopId: id }, '')
    setStopId(id)
  }
  const closeStop = () => {
    if (stopInHistory() !== undefined) history.back()
    setStopId(undefined)
  }
  return { stopId, openStop, closeStop }
}

function stopInHistory(): string | undefined {
  return (history.state as { stopId?: string } | null)?.stopId
}
