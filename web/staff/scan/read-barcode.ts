import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Returns the first barcode in the picture of a video; null if there is none. */
type ReadBarcode = (video: HTMLVideoElement) => Promise<string | null>;

/** The Barcode Detection API, which Chrome on Android has and TypeScript does not know. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: string[] }): Detector;
      getSupportedFormats(): Promise<string[]>;
    };
  }
}

const formats = ['ean_13', 'ean_8', 'upc_a', 'itf'];

/** The reader of the browser, or else one in WebAssembly, which is loaded now. */
export async function createReader(): Promise<ReadBarcode> {
  const { BarcodeDetector } = window;
  const supported = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector !== undefined && supported.includes('ean_13')) {
    const detector = new BarcodeDetector({ formats: formats.filter((each) => supported.includes(each)) });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  return createWasmReader();
}

/** Widths of the picture that is read: larger ones take longer on a slow phone, and read no more. */
const maximumWidth = 960;

async function createWasmReader(): Promise<ReadBarcode> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  return async (video) => {
    const scale = Math.min(1, maximumWidth / video.videoWidth);
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    Object.assign(context.canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    const [found] = await readBarcodes(context.getImageData(0, 0, width, height), {
      formats: ['EAN13', 'EAN8', 'UPCA', 'ITF14'],
      maxNumberOfSymbols: 1,
    });
    return found?.text || null;
  };
}
