import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // A picture or font inside a style sheet would be downloaded by everybody, needed or not.
  build: { assetsInlineLimit: 0 },
});
