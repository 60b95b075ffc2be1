export interface ChosenFile {
  /** With its folders. */
  path: string
  file: File
}

const quality = 0.92

/** A HEIC photo as JPG, where the browser can show it. Otherwise it stays, and is refused in words. */
export async function convertPhoto(chosen: ChosenFile): Promise<ChosenFile> {
  const { path, file } = chosen
  if (!/\.hei[cf]$/i.test(path)) return chosen
  try {
    const picture = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    picture.close()
    const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    const name = `${file.name}.jpg`
    return {
      path: `${path}.jpg`,
      file: new File([photo], name, { type: photo.type, lastModified: file.lastModified }),
    }
  } catch {
    return chosen
  }
}
