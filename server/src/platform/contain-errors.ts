/**
 * Wraps a callback of a timer or an event that belongs to one request or connection. Thrown out of such a callback,
 * an error would end the whole process; here it ends only what the callback belongs to.
 */
export const contained =
  <Args extends unknown[]>(callback: (...args: Args) => void, end: (error: unknown) => void) =>
  (...args: Args): void => {
    try {
      callback(...args)
    } catch (error) {
      end(error)
    }
  }
