import type { DriverPhotoType, DriverStop } from '@cartage/contract/doors/app/driver'
import { useEffect, useState } from 'react'
import { useDriver } from './context.ts'
import { Camera } from './icons.tsx'
import { photoLabels } from './labels.ts'

/** Longest side of a stored photograph in pixels: keeps text on a CMR legible and uploads possible on a weak signal. */
const longestSide = 2_400
const quality = 0.82

interface PhotoFieldsProps {
  stop: DriverStop
  photo: Blob | undefined
  type: DriverPhotoType | undefined
  onPhoto(photo: Blob | undefined): void
  onType(type: DriverPhotoType): void
}

/** Takes a photograph with the phone's camera, and requests its type. */
export function PhotoFields({ stop, photo, type, onPhoto, onType }: PhotoFieldsProps) {
  const { texts } = useDriver()
  return (
    <>
      <TakePhoto photo={photo} onPhoto={onPhoto} />
      <fieldset className="choices">
        <legend>{texts.whatPhoto}</legend>
        {photoLabels(stop, texts).map(([value, word]) => (
          <label key={value} className="choice">
            <input type="radio" name="type" checked={type === value} onChange={() => onType(value)} />
            {word}
          </label>
        ))}
      </fieldset>
    </>
  )
}

/** Takes a photograph with the phone's camera. */
export function TakePhoto({ photo, onPhoto }: Pick<PhotoFieldsProps, 'photo' | 'onPhoto'>) {
  const { texts } = useDriver()
  const [failure, setFailure] = useState('')
  const take = async (file: File | undefined) => {
    if (!file) return
    const taken = await smaller(file)
    setFailure(taken ? '' : texts.photoFailed)
    onPhoto(taken)
  }
  return (
    <>
      <label className={photo ? 'tile' : 'tile tile-large'}>
        <Camera />
        {photo ? texts.again : texts.takePhoto}
        <input
          className="unseen"
          type="file"
          accept="image/*"
          capture="environment"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </label>
      {failure !== '' && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      {photo && <Preview photo={photo} />}
    </>
  )
}

function Preview({ photo }: { photo: Blob }) {
  const { texts } = useDriver()
  const [address, setAddress] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(photo)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [photo])
  return address === '' ? null : <img className="preview" src={address} alt={texts.photo} />
}

/** Photograph as an upright JPEG of limited size; undefined if it is not an image. */
async function smaller(file: Blob): Promise<Blob | undefined> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', quality))
  } catch {
    return undefined
  }
}
