// The sign-in page: a link contains its code after "#", which browsers do not send to servers. The script removes the
// code from the address, so that the browser's history does not keep it, and sends it.

function useCode() {
  const code = location.hash.slice(1);
  if (!code) return;
  history.replaceState(null, "", location.pathname + location.search);
  if (!/^[a-z0-9]{4}-?[a-z0-9]{4}-?[a-z0-9]{4}$/i.test(code)) return;
  const input = document.querySelector("input[name=code]");
  input.value = code;
  input.form.requestSubmit();
}

useCode();
// If the sign-in page is already open, a link with a code changes only the part after "#".
addEventListener("hashchange", useCode);
