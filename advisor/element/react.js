// @ts-nocheck The types of React are not installed here. react.d.ts has those of this module; throw-away projects check them.
import { createElement, forwardRef, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { FIELD_ATTRIBUTES } from "../ui/attributes.ts";
import "./index.ts";

const attributes = new Map(Object.entries(FIELD_ATTRIBUTES).map(([attribute, field]) => [field, attribute]));
const events = { onReady: "vnic-ready", onAdvice: "vnic-advice", onAction: "vnic-action", onProblem: "vnic-problem" };

/**
 * `<vnic-advisor>` for React 17 and later: fields of the situation and attributes of the element as props, events as handlers.
 * On a server it renders the element with its children, which a reader sees until the script has run.
 */
export const VnicAdvisor = forwardRef(function VnicAdvisor(props, ref) {
  const { onReady, onAdvice, onAction, onProblem, situation, policy, words, className, children, ...rest } = props;
  const own = useRef(null);
  useImperativeHandle(ref, () => own.current);
  useListeners(own, { onReady, onAdvice, onAction, onProblem });
  useProperty(own, "words", words);
  useProperty(own, "policy", typeof policy === "string" ? undefined : policy);
  useProperty(own, "situation", situation);
  const written = Object.entries(rest).flatMap(([name, value]) => {
    const text = writeAttribute(value);
    return text === undefined ? [] : [[attributes.get(name) ?? name, text]];
  });
  const shown = { ...Object.fromEntries(written), ...(typeof policy === "string" ? { policy } : {}) };
  return createElement("vnic-advisor", { ...shown, ref: own, class: className }, children);
});

/** The first events come as soon as the element is in the page; on a server React warns of effects that belong to the layout. */
const useEarlyEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** A handler may be another function at each rendering; the listeners stay. */
function useListeners(own, handlers) {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEarlyEffect(() => {
    const element = own.current;
    const listeners = Object.entries(events).map(([prop, event]) => [event, (given) => latest.current[prop]?.(given)]);
    for (const [event, listener] of listeners) element.addEventListener(event, listener);
    return () => {
      for (const [event, listener] of listeners) element.removeEventListener(event, listener);
    };
  }, [own]);
}

/** Sets a property when its content changes, not at each rendering. */
function useProperty(own, name, value) {
  const content = JSON.stringify(value, (_, part) => (typeof part === "function" ? String(part) : part));
  // The content stands for the value.
  useEarlyEffect(() => {
    if (value !== undefined) own.current[name] = value;
  }, [own, name, content]);
}

/** React writes true and false in its own ways, which differ by its version. */
function writeAttribute(value) {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(" ") : value;
}
