import { expect, test } from 'vitest';
import { parseDevice } from './device.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome on Android', 'phone'],
  [`Mozilla/5.0 (Linux; Android 13; SM-X900) ${chrome} Safari/537.36`, 'Chrome on Android', 'tablet'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
    'phone',
  ],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webKit}`, 'Safari on iPhone', 'phone'],
  [`Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${webKit}`, 'Safari on iPad', 'tablet'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/131.0.0.0`,
    'Microsoft Edge on Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0',
    'Firefox on macOS',
    'computer',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome on Chrome OS', 'computer'],
])('%s', (userAgent, device, kind) => {
  expect(parseDevice(userAgent)).toEqual({ device, kind });
});

test.each(['', 'curl/8.5.0', 'Mozilla/5.0', '<script>alert(1)</script>/1.0', '\ud800', '('.repeat(300)])(
  '%j is an unknown device',
  (userAgent) => {
    expect(parseDevice(userAgent)).toEqual({ device: 'Unknown device', kind: 'unknown' });
  },
);
