import { createContext } from 'react';

/**
 * Marks the inline scripts that the server renders; the server removes the marks and allows these scripts by their
 * hashes.
 */
export const ScriptNonce = createContext<string | undefined>(undefined);

// What libraries assign: React creates a script element by this text, and others clear a style element by a space.
const emptyScript = "'<script><'+'/script>'";

/**
 * An inline script that defines the only way in which Chromium turns text into code (Trusted Types): text without
 * tags as HTML, and scripts of this site. Everything else that reaches such a place throws. Other browsers have no
 * `trustedTypes` yet. Zod is told not to try whether it may make functions of text, because each try would be
 * reported.
 */
export const trustedTypesScript = `window.__zod_globalConfig={jitless:true};if(window.trustedTypes)trustedTypes.createPolicy('default',{createHTML:function(t){return t.indexOf('<')<0||t===${emptyScript}?t:null},createScriptURL:function(u){return new URL(u,document.baseURI).origin===location.origin?u:null}});`;
